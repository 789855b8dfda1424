# Made by python -m readcli.manual from the signature of readcli's command.
# shellcheck shell=bash disable=SC2207
_readcli() {
    local cur prev is_joined=
    cur=${COMP_WORDS[COMP_CWORD]} prev=
    ((COMP_CWORD)) && prev=${COMP_WORDS[COMP_CWORD - 1]}
    if [[ $prev == = ]]; then # --option=value comes as three words
        prev=${COMP_WORDS[COMP_CWORD - 2]} is_joined=1
    elif [[ $cur == = ]]; then
        cur= is_joined=1
    fi
    COMPREPLY=()
    case $prev in
        -r|--select) return ;;
        --gutter) COMPREPLY=($(compgen -W 'auto text numbers anchors none' -- "$cur")); return ;;
        --json) [[ $is_joined ]] && { COMPREPLY=($(compgen -W 'lines' -- "$cur")); return; } ;;
        -C|--context) return ;;
        --limit) return ;;
        --skip) return ;;
        --max-bytes) return ;;
        --max-columns) return ;;
        --start-index) return ;;
        --max-chars) return ;;
        --summary) COMPREPLY=($(compgen -W 'fit always never' -- "$cur")); return ;;
        --as) COMPREPLY=($(compgen -W 'text markdown values formulas csv json' -- "$cur")); return ;;
        --max-count) return ;;
        --format) COMPREPLY=($(compgen -W 'pdf docx xlsx pptx odt ods odp epub doc xls ppt rtf msg eml sqlite archive 7z rar encrypted stream image notebook html man url directory csv text' -- "$cur")); return ;;
        --encoding) return ;;
        --file-name) return ;;
        -l|--language) return ;;
        --sql) return ;;
        --depth) return ;;
        --sort) COMPREPLY=($(compgen -W 'name time size' -- "$cur")); return ;;
        --ansi) COMPREPLY=($(compgen -W 'auto keep strip show' -- "$cur")); return ;;
        --color) COMPREPLY=($(compgen -W 'auto always never' -- "$cur")); return ;;
        --paging) COMPREPLY=($(compgen -W 'auto always never' -- "$cur")); return ;;
        --tabs) return ;;
        --wrap) COMPREPLY=($(compgen -W 'auto always never' -- "$cur")); return ;;
        --theme) return ;;
        --style) return ;;
        --hyperlinks) COMPREPLY=($(compgen -W 'auto always never' -- "$cur")); return ;;
        --profile) COMPREPLY=($(compgen -W 'human agent' -- "$cur")); return ;;
        --config-file) compopt -o filenames; COMPREPLY=($(compgen -f -- "$cur")); return ;;
        --root) compopt -o filenames; COMPREPLY=($(compgen -d -- "$cur")); return ;;
        --timeout) return ;;
        --max-file-size) return ;;
        --password-file) compopt -o filenames; COMPREPLY=($(compgen -f -- "$cur")); return ;;
        --http-header) return ;;
        --files-from) compopt -o filenames; COMPREPLY=($(compgen -f -- "$cur")); return ;;
        --jobs) return ;;
        --show-completion) COMPREPLY=($(compgen -W 'bash zsh fish powershell' -- "$cur")); [[ $COMPREPLY ]] && return ;;
        --install-completion) COMPREPLY=($(compgen -W 'bash zsh fish powershell' -- "$cur")); [[ $COMPREPLY ]] && return ;;
    esac
    if [[ $cur == -* ]]; then
        COMPREPLY=($(compgen -W '-r --select --literal --find -f --follow -n -H --hashlines -p --plain --gutter --json --header --no-header -q --quiet -C --context --limit --skip --max-bytes --max-columns --start-index --max-chars --summary --as --changes --hidden --no-notes --outputs --whole-page --tables --no-tables --render --image --no-timestamps --count --max-count --format --formats --text --encoding --file-name -l --language --sql -a --all --depth --sort --ansi --color --paging -P --tabs --wrap --theme --list-themes --style --hyperlinks -A --show-all -b --number-nonblank -E --show-ends -s --squeeze-blank -T --show-tabs -u -v --show-nonprinting -e -t --profile --config-file --show-config --root --timeout --max-file-size --password --password-file --no-cache --clear-cache --http-header --check-anchors --lessopen --mcp --files-from --jobs --show-completion --install-completion -h --help -V --version --licences' -- "$cur"))
    elif ! _readcli_inside; then
        compopt -o filenames
        COMPREPLY=($(compgen -f -- "$cur"))
    fi
}
_readcli_inside() {
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
complete -F _readcli readcli
