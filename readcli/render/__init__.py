"""One module a form: the items of a page become characters."""
