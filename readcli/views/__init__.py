"""One module a view: a document's lines become the items of a page."""
