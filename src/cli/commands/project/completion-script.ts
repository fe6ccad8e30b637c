/**
 * Scripts that ask `heir __complete`, for heir and `git heir`. Its answer is cobra's: `VALUE<TAB>DESCRIPTION` lines,
 * and a last line `:MASK`, the sum of 2 (no space after the word) and 4 (no file names).
 */
export const completionScripts: ReadonlyMap<string, string> = new Map([
  [
    "bash",
    // bash breaks words at `:` and `=`: they are joined again, and of the answers only the last part is given back. git
    // lets no space follow the words of its commands, so each has one of its own.
    `_heir() {
  local rest=$COMP_LINE word at line mask=4 start behind= first=0
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
  if [[ $1 == git ]]; then
    behind=' '
    while ((first < \${#words[@]} - 1)) && [[ \${words[first]} != heir ]]; do ((first++)); done
  fi
  word=\${words[\${#words[@]}-1]}
  start=\${word%"\${word##*[:=]}"}
  COMPREPLY=()
  while IFS= read -r line; do
    case $line in
      :*) mask=\${line#:} ;;
      *) line=\${line%%$'\\t'*}; printf -v line %q "\${line#"$start"}"; COMPREPLY+=("$line") ;;
    esac
  done < <(heir __complete "\${words[@]:first+1}" 2>/dev/null)
  if ((mask & 2)); then
    compopt -o nospace
  elif [[ -n $behind ]]; then
    COMPREPLY=("\${COMPREPLY[@]/%/$behind}")
  fi
}
_git_heir() { _heir git; }
complete -F _heir heir git-heir
`,
  ],
  [
    "zsh",
    `#compdef heir git-heir
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
}
_git-heir() { _heir "$@" }
if [[ $funcstack[1] == _heir ]]; then _heir "$@"; else compdef _heir heir git-heir; fi
`,
  ],
  [
    "fish",
    `function __heir_complete
    set -l words (commandline -opc) (commandline -ct)
    set -l first (contains -i heir $words; or echo 1)
    string match -v -- ':*' (heir __complete $words[(math $first + 1)..] 2>/dev/null)
end
complete -c heir -f -a '(__heir_complete)'
complete -c git -n '__fish_seen_subcommand_from heir' -f -a '(__heir_complete)'
`,
  ],
  [
    "powershell",
    `Register-ArgumentCompleter -Native -CommandName heir, git-heir -ScriptBlock {
  param($word, $line, $position)
  $words = @($line.CommandElements | Select-Object -Skip 1 | Where-Object { $_.Extent.StartOffset -lt $position } |
    ForEach-Object { $_.ToString() })
  # A native command before PowerShell 7.3 gets no empty word, so it is passed in quotes.
  if ($word -eq '') { $words += if ($PSVersionTable.PSVersion -ge [version]'7.3') { '' } else { '""' } }
  heir __complete @words 2>$null | Where-Object { $_ -notmatch '^:\\d+$' } | ForEach-Object {
    $value, $meaning = $_ -split "\`t", 2
    if (-not $meaning) { $meaning = $value }
    [System.Management.Automation.CompletionResult]::new($value, $value, 'ParameterValue', $meaning)
  }
}
`,
  ],
]);
