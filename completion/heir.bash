_heir() {
  local rest=$COMP_LINE word at line mask=4 start behind= first=0
  local -a words=()
  for ((at = 0; at <= COMP_CWORD; at++)); do
    word=${COMP_WORDS[at]}
    if [[ $at == 0 || $rest == [[:space:]]* ]]; then
      rest=${rest#"${rest%%[![:space:]]*}"}
      words+=("$word")
    else
      words[${#words[@]}-1]+=$word
    fi
    rest=${rest#"$word"}
  done
  if [[ $1 == git ]]; then
    behind=' '
    while ((first < ${#words[@]} - 1)) && [[ ${words[first]} != heir ]]; do ((first++)); done
  fi
  word=${words[${#words[@]}-1]}
  start=${word%"${word##*[:=]}"}
  COMPREPLY=()
  while IFS= read -r line; do
    case $line in
      :*) mask=${line#:} ;;
      *) line=${line%%$'\t'*}; printf -v line %q "${line#"$start"}"; COMPREPLY+=("$line") ;;
    esac
  done < <(heir __complete "${words[@]:first+1}" 2>/dev/null)
  if ((mask & 2)); then
    compopt -o nospace
  elif [[ -n $behind ]]; then
    COMPREPLY=("${COMPREPLY[@]/%/$behind}")
  fi
}
_git_heir() { _heir git; }
complete -F _heir heir git-heir
