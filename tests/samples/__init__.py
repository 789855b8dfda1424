"""What makes the sample files."""
