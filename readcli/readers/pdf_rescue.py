"""Pages of a damaged PDF whose list of pages is lost (PDF 32000-1 §7.7.3.2): those that are still there, in the file's order."""

from typing import Any


def list_again(document: Any) -> None:
    """Give the document, in memory, a new list of all the pages found in it; it stays as it is where there are none."""
    pages = [number for number in range(1, document.xref_length()) if is_page(document, number)]
    if not pages:
        return
    parent = document.get_new_xref()
    kids = " ".join([f"{number} 0 R" for number in pages])
    document.update_object(parent, f"<</Type/Pages/Count {len(pages)}/Kids[{kids}]>>")
    for number in pages:
        document.xref_set_key(number, "Parent", f"{parent} 0 R")
    catalog = document.get_new_xref()
    document.update_object(catalog, f"<</Type/Catalog/Pages {parent} 0 R>>")
    document.xref_set_key(-1, "Root", f"{catalog} 0 R")


def is_page(document: Any, number: int) -> bool:
    """Tell whether an object is a page; one that cannot be read is none."""
    try:
        return bool(document.xref_get_key(number, "Type")[1] == "/Page")
    except (RuntimeError, ValueError):
        return False
