"""Completions for bash, zsh, fish and PowerShell: the options, the words that their values may be, paths, and what lies behind a colon."""

from __future__ import annotations

from readcli.manual import FILES, FOLDERS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from readcli.manual import Option

# Behind a colon readcli itself tells what may follow; the word is taken from the line, as bash cuts it at colons.
_BASH_INSIDE = r"""_readcli_inside() {
    local line=${COMP_LINE:0:COMP_POINT} cur=${COMP_WORDS[COMP_CWORD]} typed= value= rest item quote=
    case $cur in
        \'*|\"*) quote=${cur:0:1} typed=${cur:1} value=$typed ;;
        *)
            while [[ $line && ( ${line: -1} != [[:space:]] || ${line: -2:1} == \\ ) ]]; do
                typed=${line: -1}$typed line=${line%?}
            done
            rest=$typed
            while [[ $rest == *\\* ]]; do
                value+=${rest%%\\*} rest=${rest#*\\}
                value+=${rest:0:1} rest=${rest:1}
            done
            value+=$rest
            ;;
    esac
    [[ $value == *:* ]] || return 1
    [[ $typed == *"$cur" && $cur != *[!$COMP_WORDBREAKS]* ]] && cur= # bash replaces what stands behind the last break
    [[ ${typed%"$cur"} == *@ ]] && cur=@$cur # and an @ before it, which may begin the name of a host
    while IFS= read -r item; do
        [[ $item == "$value"* ]] || continue
        if [[ $quote ]]; then
            [[ $quote == \' && $item == *\'* || $quote == '"' && $item == *[\"\\\$\`\!]* ]] || COMPREPLY+=("$item")
        else
            item=${typed%"${typed##*:}"}$(printf %q "${item#"${value%"${value##*:}"}"}")
            COMPREPLY+=("${item#"${typed%"$cur"}"}")
        fi
    done < <(_READCLI_COMPLETE=$value command readcli 2>/dev/null </dev/null)
    compopt -o nospace
    [[ ${COMPREPLY-} ]]
}
"""
_ZSH_INSIDE = r"""_readcli_target() {
  local -a found
  local word=${(Q)PREFIX}
  if [[ $word == *:* ]]; then
    found=(${(f)"$(_READCLI_COMPLETE=$word command readcli 2>/dev/null </dev/null)"})
    if (( $#found )); then
      compadd -U -S '' -- $found
      return
    fi
  fi
  _files
}
"""
_FISH_INSIDE = (
    "complete -c readcli -f -n 'string match -q -- \"*:*\" (commandline -ct)' "
    "-a '(_READCLI_COMPLETE=(commandline -ct | string unescape) command readcli 2>/dev/null </dev/null)'\n"
)
_MADE = "# Made by python -m readcli.manual from the signature of readcli's command.\n"


def scripts(options: list[Option]) -> dict[str, str]:
    """Give all scripts: name to text."""
    shown = [item for item in options if not item.is_hidden]
    return {"readcli.bash": bash(shown), "_readcli": zsh(shown), "readcli.fish": fish(shown), "readcli.ps1": powershell(shown)}


def _needs_value(item: Option) -> bool:
    return bool(item.value) and not item.is_optional


def bash(options: list[Option]) -> str:
    """Write the script of bash: a case of the option before the cursor, then options or paths."""
    cases = ""
    for item in options:
        names = "|".join(item.names)
        if item.words and item.name != "json":
            cases += f"        {names}) COMPREPLY=($(compgen -W '{' '.join(item.words)}' -- \"$cur\"))"
            cases += "; [[ $COMPREPLY ]] && return ;;\n" if item.is_optional else "; return ;;\n"
        elif item.name in FILES:
            cases += f'        {names}) compopt -o filenames; COMPREPLY=($(compgen -f -- "$cur")); return ;;\n'
        elif item.name in FOLDERS:
            cases += f'        {names}) compopt -o filenames; COMPREPLY=($(compgen -d -- "$cur")); return ;;\n'
        elif _needs_value(item):
            cases += f"        {names}) return ;;\n"
        elif item.name == "json":
            cases += "        --json) [[ $is_joined ]] && { COMPREPLY=($(compgen -W 'lines' -- \"$cur\")); return; } ;;\n"
    every = " ".join(name for item in options for name in [*item.names, *item.unset])
    return f"""\
{_MADE}# shellcheck shell=bash disable=SC2207
_readcli() {{
    local cur prev is_joined=
    cur=${{COMP_WORDS[COMP_CWORD]}} prev=
    ((COMP_CWORD)) && prev=${{COMP_WORDS[COMP_CWORD - 1]}}
    if [[ $prev == = ]]; then # --option=value comes as three words
        prev=${{COMP_WORDS[COMP_CWORD - 2]}} is_joined=1
    elif [[ $cur == = ]]; then
        cur= is_joined=1
    fi
    COMPREPLY=()
    case $prev in
{cases}    esac
    if [[ $cur == -* ]]; then
        COMPREPLY=($(compgen -W '{every}' -- "$cur"))
    elif ! _readcli_inside; then
        compopt -o filenames
        COMPREPLY=($(compgen -f -- "$cur"))
    fi
}}
{_BASH_INSIDE}complete -F _readcli readcli
"""


def zsh(options: list[Option]) -> str:
    """Write the script of zsh: one specification of _arguments for each name of an option."""
    rows = ""
    for item in options:
        others = f"({' '.join([*item.names, *item.unset])})" if item.kind != "many" else "*"
        for name in item.names:
            rows += f"  '{others}{_zsh_spec(item, name)}' \\\n"
        for name in item.unset:
            rows += f"  '{others}{name}[not so\\: {_zsh(item.help)}]' \\\n"
    return f"#compdef readcli\n{_MADE}{_ZSH_INSIDE}_arguments -s -S \\\n{rows}  '*:target:_readcli_target'\n"


def _zsh_spec(item: Option, name: str) -> str:
    """Write a name, its help and its value."""
    if not item.value:
        return f"{name}[{_zsh(item.help)}]"
    what = f"({' '.join(item.words)})" if item.words else "_files" if item.name in FILES else "_files -/" if item.name in FOLDERS else " "
    join = "+" if not name.startswith("--") else "=-" if item.name == "json" else "=" if not item.is_optional else ""
    colon = "::" if item.is_optional else ":"
    return f"{name}{join}[{_zsh(item.help)}]{colon}{_zsh(item.value)}:{what}"


def _zsh(text: str) -> str:
    return text.replace("\\", "\\\\").replace("[", "\\[").replace("]", "\\]").replace(":", "\\:").replace("'", "'\\''")


def fish(options: list[Option]) -> str:
    """Write the script of fish: one `complete` for each option."""
    rows = ""
    for item in options:
        words = "".join(f" -s {name[1:]}" if not name.startswith("--") else f" -l {name[2:]}" for name in item.names)
        if item.name == "json":
            typed = "-n 'string match -q -- \"--json*\" (commandline -ct)'"
            rows += f"complete -c readcli{words} -d {_quote(item.help)}\n"
            rows += f"complete -c readcli -f {typed} -a --json=lines -d 'one JSON object a line'\n"
            continue
        if item.words:
            words += f" -x -a {_quote(' '.join(item.words))}" if not item.is_optional else f" -f -a {_quote(' '.join(item.words))}"
        elif item.name in FILES:
            words += " -r -F"
        elif item.name in FOLDERS:
            words += " -x -a '(__fish_complete_directories)'"
        elif item.value:
            words += " -x"
        rows += f"complete -c readcli{words} -d {_quote(item.help)}\n"
        for name in item.unset:
            rows += f"complete -c readcli -l {name[2:]} -d {_quote('not so: ' + item.help)}\n"
    return _MADE + rows + _FISH_INSIDE


def _quote(text: str) -> str:
    """Quote for fish and PowerShell alike: the words hold no quote."""
    assert "'" not in text
    return f"'{text}'"


def powershell(options: list[Option]) -> str:
    """Write the script of PowerShell; paths it completes itself where a script has nothing to say."""
    values = names = ""
    for item in options:
        if item.words:
            values += "".join(f"        '{name}' = @({', '.join(_quote(word) for word in item.words)})\n" for name in item.names)
        names += "".join(f"        @({_quote(name)}, {_quote(item.help)})\n" for name in [*item.names, *item.unset])
    return f"""\
{_MADE}Register-ArgumentCompleter -Native -CommandName readcli -ScriptBlock {{
    param($wordToComplete, $commandAst, $cursorPosition)
    $values = [System.Collections.Hashtable]::new([System.StringComparer]::Ordinal)
    $known = @{{
{values}    }}
    foreach ($key in $known.Keys) {{ $values[$key] = $known[$key] }}
    $names = @(
{names}    )
    $words = @($commandAst.CommandElements | Where-Object {{ $_.Extent.EndOffset -lt $cursorPosition }} |
        ForEach-Object {{ $_.ToString() }})
    $before = if ($words.Count -gt 1) {{ $words[-1] }} else {{ '' }}
    if ($values.ContainsKey($before)) {{
        $values[$before] | Where-Object {{ $_ -like "$wordToComplete*" }} | ForEach-Object {{
            [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
        }}
    }} elseif ($wordToComplete -like '-*') {{
        $names | Where-Object {{ $_[0] -clike "$wordToComplete*" }} | ForEach-Object {{
            [System.Management.Automation.CompletionResult]::new($_[0], $_[0], 'ParameterName', $_[1])
        }}
    }}
}}
"""
