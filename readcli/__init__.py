"""readcli prints anything that can be read, as lines, exactly the part that was asked for."""
