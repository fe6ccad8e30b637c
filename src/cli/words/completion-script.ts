/**
 * Scripts that let shells ask `heir __complete`. Its answer is cobra's: a line `VALUE<TAB>DESCRIPTION` for each word, and
 * a last line `:MASK`, the sum of 2 (no space after the word) and 4 (no file names).
 */
export const completionScripts: ReadonlyMap<string, string> = new Map([
  [
    "bash",
    // bash breaks words at `:` and `=`: they are joined again, and of the answers only the last part is given back.
    `_heir() {
  local rest=$COMP_LINE word at line mask=4 start
  local -a words=()
  for ((at = 0; at <= COMP_CWORD; at++)); do
    word=\${COMP_WORDS[at]}
    if [[ $at == 0 || $rest == [[:space:]]* ]]; then
      rest=\${rest#"\${rest%%[![:space:]]*}"}
      words+=("$word")
    else
      words[\${#words[@]}-1]+=$word
    fi
    rest=\${rest#"$word"}
  done
  word=\${words[\${#words[@]}-1]}
  start=\${word%"\${word##*[:=]}"}
  COMPREPLY=()
  while IFS= read -r line; do
    case $line in
      :*) mask=\${line#:} ;;
      *) line=\${line%%$'\\t'*}; COMPREPLY+=("\${line#"$start"}") ;;
    esac
  done < <(heir __complete "\${words[@]:1}" 2>/dev/null)
  ((mask & 2)) && compopt -o nospace
  if ! ((mask & 4)); then
    compopt -o filenames
    while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -f -- "$word")
  fi
}
complete -F _heir heir
`,
  ],
  [
    "zsh",
    `#compdef heir
_heir() {
  local -a lines values shown space
  local line mask
  lines=("\${(@f)$(heir __complete "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  mask=\${lines[-1]#:}
  for line in "\${(@)lines[1,-2]}"; do
    values+=("\${line%%$'\\t'*}")
    shown+=("\${line%%$'\\t'*}  \${line#*$'\\t'}")
  done
  (( mask & 2 )) && space=(-S '')
  compadd "\${(@)space}" -l -d shown -a values
  (( mask & 4 )) || _files
}
if [[ $funcstack[1] == _heir ]]; then _heir "$@"; else compdef _heir heir; fi
`,
  ],
  [
    "fish",
    `function __heir_complete
    set -l words (commandline -opc) (commandline -ct)
    set -l lines (heir __complete $words[2..] 2>/dev/null)
    string match -v -- ':*' $lines
    if test (math "bitand($(string sub -s 2 -- $lines[-1]), 4)") -eq 0
        __fish_complete_path (commandline -ct)
    end
end
complete -c heir -f -a '(__heir_complete)'
`,
  ],
]);
