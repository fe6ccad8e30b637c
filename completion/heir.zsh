#compdef heir git-heir
_heir() {
  local -a lines values shown space
  local line mask
  lines=("${(@f)$(heir __complete "${(@)words[2,CURRENT]}" 2>/dev/null)}")
  mask=${lines[-1]#:}
  for line in "${(@)lines[1,-2]}"; do
    values+=("${line%%$'\t'*}")
    shown+=("${line%%$'\t'*}  ${line#*$'\t'}")
  done
  (( mask & 2 )) && space=(-S '')
  compadd "${(@)space}" -l -d shown -a values
}
_git-heir() { _heir "$@" }
if [[ $funcstack[1] == _heir ]]; then _heir "$@"; else compdef _heir heir git-heir; fi
