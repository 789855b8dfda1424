"""Programming languages: which one a name belongs to, which wheel of tree-sitter reads it, and what of it is folded.

The kinds of nodes are those of each grammar (`node-types.json` of its wheel).
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from readcli.document import Document
    from readcli.model import Options


class Language:
    """One language.

    module, maker  the wheel and its function that gives the grammar; "" where there is none
    folded         kinds of nodes whose inside is folded
    comments       kinds of comments; grouped: kinds of statements that are folded in runs
    prefixes       how a line begins that is a comment, or an attribute, above a definition
    """

    __slots__ = ("comments", "folded", "grouped", "maker", "module", "prefixes")

    def __init__(self, module: str, folded: str, comments: str = "", grouped: str = "", **more: str) -> None:
        """Take the kinds as words; `more` gives prefixes and maker."""
        self.module = f"tree_sitter_{module}" if module else ""
        self.maker = more.get("maker", "language")
        self.folded = frozenset(folded.split())
        self.comments = frozenset(comments.split())
        self.grouped = frozenset(grouped.split())
        self.prefixes = tuple(more.get("prefixes", "// /*").split())


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_SCRIPT = (
    "statement_block function_body object array template_string class_body interface_body enum_body object_type switch_body "
    "jsx_element jsx_self_closing_element"
)
_C = "compound_statement initializer_list string_literal field_declaration_list enumerator_list concatenated_string"
LANGUAGES = {
    "typescript": Language("typescript", _SCRIPT, "comment", "import_statement", maker="language_typescript"),
    "tsx": Language("typescript", _SCRIPT, "comment", "import_statement", maker="language_tsx"),
    "javascript": Language("javascript", _SCRIPT, "comment", "import_statement"),
    "python": Language(
        "python",
        "block dictionary list set string tuple argument_list parameters parenthesized_expression list_comprehension set_comprehension "
        "dictionary_comprehension generator_expression import_from_statement subscript",
        "comment",
        "import_statement import_from_statement future_import_statement",
        prefixes="#",
    ),
    "rust": Language(
        "rust",
        "block array_expression tuple_expression struct_expression match_block raw_string_literal declaration_list "
        "field_declaration_list ordered_field_declaration_list enum_variant_list where_clause use_list macro_definition token_tree",
        "block_comment",
        "use_declaration extern_crate_declaration",
        prefixes="// /* #[",
    ),
    "go": Language(
        "go",
        "block composite_literal interpreted_string_literal raw_string_literal import_spec_list const_declaration var_declaration "
        "field_declaration_list interface_type expression_switch_statement type_switch_statement select_statement",
        "comment",
        "import_declaration",
    ),
    "java": Language(
        "java",
        "block array_initializer class_body interface_body enum_body annotation_type_body constructor_body switch_block string_literal",
        "block_comment",
        "import_declaration",
        prefixes="// /* @",
    ),
    "c": Language("c", _C, "comment", "preproc_include"),
    "cpp": Language("cpp", f"{_C} declaration_list raw_string_literal requires_clause", "comment", "preproc_include"),
    "csharp": Language(
        "c_sharp",
        "block initializer_expression array_initializer_expression declaration_list enum_member_declaration_list switch_expression "
        "raw_string_literal interpolated_string_expression",
        "comment",
        "using_directive",
    ),
    "ruby": Language("ruby", "body_statement method do_block array hash block case heredoc_body", "comment", "", prefixes="#"),
    "php": Language(
        "php",
        "compound_statement array_creation_expression declaration_list enum_declaration_list match_block heredoc nowdoc",
        "comment",
        "namespace_use_declaration",
        prefixes="// /* # #[",
        maker="language_php",
    ),
    "swift": Language(
        "swift",
        "function_body array_literal dictionary_literal multi_line_string_literal class_body protocol_body enum_class_body "
        "computed_property lambda_literal",
        "comment",
        "import_declaration",
        prefixes="// /* @",
    ),
    "kotlin": Language(
        "kotlin",
        "function_body collection_literal multi_line_string_literal class_body enum_class_body when_expression import_list",
        "block_comment",
        "",
        prefixes="// /* @",
    ),
    "scala": Language(
        "scala",
        "block collection_literal template_body enum_body match_expression for_expression string",
        "block_comment",
        "import_declaration",
        prefixes="// /* @",
    ),
    "lua": Language("lua", "block table_constructor string", "comment", "", prefixes="--"),
    "bash": Language("bash", "compound_statement if_statement case_statement do_group subshell array heredoc_body", "", "", prefixes="#"),
    "json": Language("json", "object array", "", "", prefixes="//"),
    "html": Language("html", "element script_element style_element", "", "", prefixes="<!--"),
    "css": Language("css", "block keyframe_block_list", "", "", prefixes="/*"),
}
UNKNOWN = Language("", "", prefixes="// /* # -- ; %")  # read by its indentation
_SUFFIXES = {
    "typescript": "ts cts mts",
    "tsx": "tsx",
    "javascript": "cjs js mjs jsx",
    "python": "py py3 pyi bzl pyw star",
    "rust": "rs",
    "go": "go",
    "java": "java",
    "c": "c h",
    "cpp": "cc hpp cpp c++ hh cxx cu ino hxx",
    "csharp": "cs",
    "ruby": "rb rbw gemspec",
    "php": "php",
    "swift": "swift",
    "kotlin": "kt ktm kts",
    "scala": "scala sc sbt",
    "lua": "lua",
    "bash": "bash bats cgi command env fcgi ksh sh tmux tool zsh",
    "json": "json",
    "html": "html htm xhtml",
    "css": "css scss",
}
BY_SUFFIX = {suffix: name for name, words in _SUFFIXES.items() for suffix in words.split()}
_ROUGH = _words(  # languages without a wheel
    "astro cmake dart clj cljs cljc edn ex exs erl hrl graphql gql hs hcl tf tfvars jl mk mak m ml nix odin pl pm proto ps1 psm1 r "
    "sol sql svelte tla v sv svh vh vue zig f90 groovy gradle pas vb d nim el lisp scm"
)
_NO_CODE = _words("md markdown mdx txt text log csv tsv yaml yml toml ini cfg conf properties diff patch rst")
_PROGRAMS = {"sh": "bash", "bash": "bash", "zsh": "bash", "ksh": "bash", "dash": "bash", "node": "javascript", "deno": "typescript"}
_ALIASES = {"js": "javascript", "ts": "typescript", "py": "python", "c++": "cpp", "c#": "csharp", "sh": "bash", "rs": "rust", "rb": "ruby"}


def name_language(document: Document, options: Options, head: bytes = b"") -> str:
    """Name the language of a document: as told, by its name, by its first line; "rough" for one without a grammar, else ""."""
    if options.language:
        told = options.language.lower()
        told = _ALIASES.get(told, told)
        return told if told in LANGUAGES else "rough"
    if document.format == "notebook":
        return "python"
    if document.is_made or document.is_binary:
        return ""
    name = document.source.name.lower()
    suffix = name.rpartition(".")[2] if "." in name[1:] else ""
    if found := BY_SUFFIX.get(suffix):
        return found
    if suffix in _ROUGH or name in ("makefile", "justfile", "dockerfile", "containerfile"):
        return "rough"
    return _by_first_line(head) if not suffix and head.startswith(b"#!") else ""


def is_prose(document: Document) -> bool:
    """Say whether a name tells of text or settings, which have no bodies to fold."""
    return document.source.name.lower().rpartition(".")[2] in _NO_CODE


def _by_first_line(head: bytes) -> str:
    """Name the language of a script by the program in its first line."""
    words = head.split(b"\n", 1)[0][2:].decode("utf-8", "replace").split()
    program = words[0].rpartition("/")[2] if words else ""
    if program == "env":
        program = next((word for word in words[1:] if not word.startswith("-") and "=" not in word), "")
    program = program.rstrip("0123456789.")
    return _PROGRAMS.get(program, program if program in LANGUAGES else "")
