"""The definitions in a parsed source: kind, qualified name, lines."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from readcli.views.code_lead import Symbol

_SCRIPT = (
    "class_declaration:class abstract_class_declaration:class class:class function_declaration:function "
    "generator_function_declaration:function method_definition:method abstract_method_signature:method "
    "method_signature:method function_signature:function "
    "interface_declaration:interface enum_declaration:enum type_alias_declaration:type internal_module:namespace module:module "
    "variable_declarator:variable public_field_definition:field field_definition:field"
)
_C = (
    "function_definition:function struct_specifier:struct union_specifier:union enum_specifier:enum type_definition:type "
    "preproc_function_def:macro"
)
# grammar's kind of node: what it is called here
_KINDS = {
    "python": "class_definition:class function_definition:function assignment:variable",
    "javascript": _SCRIPT,
    "typescript": _SCRIPT,
    "tsx": _SCRIPT,
    "rust": "function_item:function function_signature_item:function struct_item:struct enum_item:enum union_item:union trait_item:trait "
    "impl_item:impl mod_item:module macro_definition:macro const_item:constant static_item:constant type_item:type",
    "go": "function_declaration:function method_declaration:method type_spec:type type_alias:type const_spec:constant var_spec:variable",
    "java": "class_declaration:class interface_declaration:interface enum_declaration:enum record_declaration:record "
    "annotation_type_declaration:annotation method_declaration:method constructor_declaration:constructor "
    "compact_constructor_declaration:constructor",
    "c": _C,
    "cpp": f"{_C} class_specifier:class namespace_definition:namespace alias_declaration:type concept_definition:concept",
    "csharp": "namespace_declaration:namespace class_declaration:class struct_declaration:struct interface_declaration:interface "
    "enum_declaration:enum record_declaration:record record_struct_declaration:record method_declaration:method "
    "constructor_declaration:constructor property_declaration:property delegate_declaration:delegate local_function_statement:function",
    "ruby": "class:class module:module method:method singleton_method:method",
    "php": "class_declaration:class interface_declaration:interface trait_declaration:trait enum_declaration:enum "
    "function_definition:function method_declaration:method",
    "swift": "class_declaration:class protocol_declaration:protocol function_declaration:function init_declaration:init "
    "protocol_function_declaration:function typealias_declaration:type",
    "kotlin": "class_declaration:class object_declaration:object function_declaration:function type_alias:type companion_object:object",
    "scala": "object_definition:object class_definition:class trait_definition:trait enum_definition:enum function_definition:function "
    "function_declaration:function type_definition:type",
    "lua": "function_declaration:function assignment_statement:variable",
    "bash": "function_definition:function",
    "css": "rule_set:rule media_statement:media keyframes_statement:keyframes",
}
KINDS = {name: dict(pair.split(":") for pair in words.split()) for name, words in _KINDS.items()}
# A definition inside one of these takes its lines: decorators, `export`, `template<...>`, `const f = () => ...`.
_WRAPPERS = frozenset(
    (
        "decorated_definition",
        "export_statement",
        "template_declaration",
        "lexical_declaration",
        "variable_declaration",
        "expression_statement",
        "ambient_declaration",
        "type_declaration",
        "const_declaration",
        "var_declaration",
        "local_declaration",
        "variable_list",
        "type_definition",
    )
)
_CLASSES = frozenset(("class", "struct", "interface", "trait", "impl", "enum", "record", "object", "protocol"))
_OPEN = frozenset(("class", "struct", "interface", "trait", "module", "namespace", "object"))  # what may hold variables worth a name
DEEPEST = 20  # definitions inside definitions
_FUNCTIONS = ("arrow_function", "function_expression", "function", "generator_function", "class", "function_definition", "lambda")


def find_symbols(root: Any, language: str) -> list[Symbol]:
    """Give the definitions in the order of their lines, those inside others too, named `Outer.inner`."""
    kinds = KINDS.get(language, {})
    found: list[Symbol] = []
    stack: list[tuple[Any, str, str, Any]] = [(root, "", "", None)]  # node, name and kind of what it is in, what wraps it
    while stack:
        node, scope, outer, wrapper = stack.pop()
        kind = kinds.get(node.type, "")
        inside = (scope, outer)
        if kind and scope.count(".") < DEEPEST and (name := _name(node, language)):
            kind = _refine(node, kind, outer)
            if kind:
                qualified = f"{scope}.{name}" if scope else name
                inside = (qualified, kind)
                lines = wrapper or node
                found.append((kind, qualified, lines.start_point[0] + 1, _last(lines)))
        wraps = node.type in _WRAPPERS and not (kind and inside[1] == kind)
        for child in node.named_children:
            alone = wrapper if wrapper and not kind else node
            stack.append((child, *inside, alone if wraps else None))
    found.sort(key=lambda symbol: (symbol[2], -symbol[3]))
    return found


def _last(node: Any) -> int:
    """Give the last line of a node; one that ends before the first column of a row ends on the row above."""
    row, column = node.end_point
    return int(row if column == 0 and row > node.start_point[0] else row + 1)


def _refine(node: Any, kind: str, outer: str) -> str:
    """Tell methods from functions, functions from variables; give nothing for what is not worth a name."""
    if kind == "function" and outer in _CLASSES:
        return "method"
    if kind in ("variable", "field"):
        value = node.child_by_field_name("value") or node.child_by_field_name("right")
        if value is None and node.type == "assignment_statement":
            values = next((child for child in node.named_children if child.type == "expression_list"), None)
            value = values.named_children[0] if values is not None and values.named_children else None
        if value is not None and value.type in _FUNCTIONS:
            return "method" if kind == "field" else "class" if value.type == "class" else "function"
        return kind if not outer or (outer in _OPEN and kind == "variable") else ""
    if kind in ("struct", "union", "enum", "class") and node.type.endswith("_specifier") and not node.child_by_field_name("body"):
        return ""  # a mention, no definition
    return kind


def _name(node: Any, language: str) -> str:
    """Give the name of a definition, in dots, or nothing for one without a name."""
    if language in ("c", "cpp"):
        return _c_name(node)
    if node.type == "impl_item":
        return _plain(node.child_by_field_name("type"))
    if node.type == "method_declaration" and language == "go":
        receiver = _plain(node.child_by_field_name("receiver")).strip("()").split("*")[-1].split(" ")[-1]
        return f"{receiver.partition('[')[0]}.{_plain(node.child_by_field_name('name'))}"
    if language == "css":
        return " ".join(node.text.decode("utf-8", "replace").partition("{")[0].split())[:80]
    if node.type == "assignment":
        left = node.child_by_field_name("left")
        return _plain(left) if left is not None and left.type == "identifier" else ""
    if node.type == "assignment_statement":
        return _plain(node.named_children[0]) if node.named_children else ""
    if node.type == "init_declaration":
        return "init"
    name = node.child_by_field_name("name") or next((c for c in node.named_children if c.type.endswith("identifier")), None)
    if node.type == "variable_declarator" and (name is None or name.type != "identifier"):
        return ""
    if name is None and node.type == "companion_object":
        return "Companion"
    return _plain(name)


def _c_name(node: Any) -> str:
    """Follow the declarators of C and C++ to the name: `int (*f(void))[3]`, `A::~A()`."""
    name = node.child_by_field_name("name")
    inner = node.child_by_field_name("declarator")
    while name is None and inner is not None:
        following = inner.child_by_field_name("declarator")
        if following is None and not inner.type.endswith(("identifier", "_name")):
            following = next((c for c in inner.named_children if c.type.endswith(("declarator", "identifier"))), None)
        if following is None or inner.type.endswith("identifier"):
            name = inner
        inner = following
    return _plain(name)


def _plain(node: Any) -> str:
    """Give the text of a name: `::` as a dot, no type arguments, one line."""
    if node is None:
        return ""
    text = node.text.decode("utf-8", "replace").replace("::", ".").replace("\\", ".").strip(".")
    if "<" in text and not text.rpartition(".")[2].startswith("operator"):
        text = text.partition("<")[0]
    return " ".join(text.replace(":", ".").split())[:200]
