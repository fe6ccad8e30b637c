# heir hooks, form 1: the body of every hook, which sets `hook` and then reads this file.
#
# It runs the hook that was there before, finds heir, and hands over. Apart from git, cat and readlink only the shell's own
# commands are used: a graphical client may start git with next to nothing on PATH.

say() { printf 'heir: %s\n' "$*" >&2; }

# A step of a rebase is judged at its end, by post-rewrite.
if [ "$hook" = post-commit ] && [ ! -e "${0%/*}/$hook.before-heir" ]; then
  [ ! -d .git/rebase-merge ] && [ ! -d .git/rebase-apply ] || exit 0
fi

# git starts hooks at the top of the work tree. Nothing of the work tree is run that the repository could have put there, so
# only folders of PATH count that are absolute and outside.
top=
if [ -e .git ]; then
  cd -P . || exit 1
  top=$PWD
fi
path=$PATH safe= rest=$PATH:
while [ -n "$rest" ]; do
  folder=${rest%%:*} rest=${rest#*:}
  case $folder in /*) ;; *) continue ;; esac
  if [ -n "$top" ]; then
    cd -P "$folder" 2>/dev/null || continue
    real=$PWD
    cd "$top" || exit 1
    case $real/ in "$top"/*) continue ;; esac
  fi
  safe=${safe:+$safe:}$folder
done
PATH=$safe

# Whether a file has the text of this one.
is_this() { [ "$(cat "$1" 2>/dev/null)" = "$(cat "$0")" ]; }

# Another tool may have put its hook in front of this one, and this one in front of that one again: then the file that git
# runs is this one, too, and the one that the tool has renamed leaves.
[ "${0##*/}" = "$hook" ] || ! is_this "${0%/*}/$hook" || exit 0

input=
case $hook in pre-push | pre-receive | post-rewrite) input=$(cat) ;; esac

# Runs a command with the standard input that git gave.
feed() {
  case $hook in
    pre-push | pre-receive | post-rewrite)
      if [ -n "$input" ]; then printf '%s\n' "$input" | "$@"; else "$@" </dev/null; fi ;;
    *) "$@" ;;
  esac
}

earlier=${0%/*}/$hook.before-heir
if [ -x "$earlier" ] && ! is_this "$earlier"; then
  PATH=$path
  feed "$earlier" "$@" || exit $?
  PATH=$safe
fi

case $hook in
  pre-commit | pre-merge-commit | prepare-commit-msg | commit-msg | pre-applypatch | pre-push | pre-receive) blocks=yes ;;
  *) blocks= ;;
esac

# What a client has in its environment does not decide on a server: settings are those of the repository and of the system.
if [ "$hook" = pre-receive ]; then
  while IFS='=' read -r name value; do
    case $name in
      *[!A-Za-z0-9_]*) ;;
      GIT_CONFIG | GIT_CONFIG_* | XDG_* | NODE_* | HEIR | HEIR_*) unset "$name" ;;
    esac
  done <<END
$(set)
END
  export GIT_CONFIG_GLOBAL=/dev/null
elif [ "${HEIR-}" = 0 ]; then
  case $hook in prepare-commit-msg | commit-msg) ;; *) [ -z "$blocks" ] || say "$hook skipped, as HEIR=0 asks" ;; esac
  exit 0
fi

command= node= missing= gate= strict= wanted=
while IFS=' ' read -r key value; do
  case $key:$hook in
    heir.command:*) command=$value ;;
    heir.node:*) node=$value ;;
    heir.onmissing:*) missing=$value ;;
    heir.maxnodes:*) gate=$value ;;
    heir.strictmerge:*) strict=${value:-true} ;;
    heir.preparemessage:prepare-commit-msg | heir.mergesummary:post-merge | heir.checkoutsummary:post-checkout)
      wanted=$value ;;
  esac
done <<END
$(git config --get-regexp '^heir\.')
END

case $strict in false | no | off | 0) strict= ;; esac

# Whether one of some files is in the git directory.
git_has() {
  [ "${GIT_DIR-.git}" != .git ] || [ ! -d .git ] || folder=.git
  folder=${folder:-$(git rev-parse --absolute-git-dir)}
  for each in "$@"; do [ ! -e "$folder/$each" ] || return 0; done
  return 1
}

# Whether what is about to be committed changes a file that an inventory could have.
touches_data() {
  while IFS= read -r line; do
    case $line in
      :120000* | :160000* | *' 120000 '* | *' 160000 '* | *.yml | *.yaml | *.json | *.git* | *\") return 0 ;;
    esac
  done <<END
$(git diff-index --cached HEAD)
END
  return 1
}

# What can be told without starting heir.
folder=
case $hook in
  commit-msg)
    case $(cat "${1-}" 2>/dev/null) in
      *[Hh][Ee][Ii][Rr]-[Pp][Rr][Oo][Oo][Ff]:*) ;;
      *) [ -n "$gate" ] || { [ -n "$strict" ] && git_has MERGE_HEAD SQUASH_MSG; } || exit 0 ;;
    esac ;;
  prepare-commit-msg)
    # A rebase is reported at its end, by post-rewrite, unless it is to be refused.
    if git_has rebase-merge; then
      [ -n "$strict" ] && touches_data || exit 0
    elif ! git_has CHERRY_PICK_HEAD; then
      case $wanted:$(cat "${1-}" 2>/dev/null) in
        true:* | yes:* | on:* | 1:* | *'This reverts commit '*) ;;
        *) exit 0 ;;
      esac
    fi ;;
  post-merge)
    case $wanted in true | yes | on | 1) ;; *) git_has MERGE_AUTOSTASH || exit 0 ;; esac ;;
  post-checkout)
    case $wanted in true | yes | on | 1) ;; *) exit 0 ;; esac ;;
  post-rewrite) [ "${1-}" = rebase ] || exit 0 ;;
  post-commit)
    { IFS= read -r folder && IFS= read -r tree; } <<END
$(git rev-parse --absolute-git-dir 'HEAD^{tree}')
END
    # A rebase is judged at its end, by post-rewrite.
    [ ! -d "$folder/rebase-merge" ] && [ ! -d "$folder/rebase-apply" ] || exit 0
    if [ -z "$gate" ] && [ -r "$folder/heir/judged" ]; then
      while IFS=' ' read -r judged rest; do [ "$judged" != "$tree" ] || exit 0; done <"$folder/heir/judged"
    fi ;;
esac

if [ "$hook" != pre-receive ] && [ -r "${XDG_CONFIG_HOME:-${HOME-}/.config}/heir/env.sh" ]; then
  . "${XDG_CONFIG_HOME:-${HOME-}/.config}/heir/env.sh"
fi

gone() {
  if [ -z "$blocks" ] || [ "$missing" = warn ]; then
    say "$1 was not found: $hook has judged nothing"
    exit 0
  fi
  say "$1 was not found, so $hook cannot judge anything"
  case $hook in
    pre-receive) say 'whoever keeps this repository can mend it: heir hooks install' ;;
    pre-push) say 'mend it: heir hooks install; skip once: git push --no-verify' ;;
    prepare-commit-msg) say 'mend it: heir hooks install; skip once: HEIR=0 before the command' ;;
    *) say 'mend it: heir hooks install; skip once: git commit --no-verify' ;;
  esac
  exit 1
}

# Whether git tracks a path, in any spelling of its letters.
tracked() {
  git -c core.fsmonitor=false ls-files --error-unmatch -- ":(icase,literal)$1" >/dev/null 2>&1
}

# The path of a file with the links in its folder resolved.
resolved() {
  case $1 in */*) ;; *) set -- "./$1" ;; esac
  printf '%s/%s\n' "$(cd "${1%/*}/" 2>/dev/null && pwd -P)" "${1##*/}"
}

# Whether a program is outside the work tree, or a file that the repository has not brought: an ignored node_modules.
allowed() {
  [ -n "$top" ] || return 0
  at=$1 links=0
  while :; do
    for each_path in "$at" "$(resolved "$at")"; do
      case $each_path in
        "$top"/*) ! tracked "$each_path" || return 1 ;;
        /*) ;;
        *) ! tracked "$each_path" || return 1 ;;
      esac
    done
    at=$(resolved "$at")
    [ -h "$at" ] || return 0
    links=$((links + 1))
    next=$(readlink "$at") && [ -n "$next" ] && [ "$links" -lt 40 ] || return 1
    case $next in /*) at=$next ;; *) at=${at%/*}/$next ;; esac
  done
}

# The first of some programs that can be run.
first() {
  for each in "$@"; do
    if [ -f "$each" ] && [ -x "$each" ] && allowed "$each"; then
      printf '%s\n' "$each"
      return
    fi
  done
}

newest_nvm() {
  best=0 found=
  for each in "${NVM_DIR:-${HOME-}/.nvm}"/versions/node/v*/bin/node; do
    major=${each%/bin/node}
    major=${major##*/v}
    major=${major%%.*}
    if [ -x "$each" ] && [ "$major" -ge "$best" ]; then best=$major found=$each; fi
  done
  printf '%s\n' "$found"
}

[ -f "$node" ] && [ -x "$node" ] && allowed "$node" || node=$(first \
  "$(command -v node)" \
  "${VOLTA_HOME:-${HOME-}/.volta}/bin/node" \
  "$(newest_nvm)" \
  "${FNM_DIR:-${XDG_DATA_HOME:-${HOME-}/.local/share}/fnm}/aliases/default/bin/node" \
  "${ASDF_DATA_DIR:-${HOME-}/.asdf}/shims/node" \
  "${MISE_DATA_DIR:-${XDG_DATA_HOME:-${HOME-}/.local/share}/mise}/shims/node" \
  /opt/homebrew/bin/node /home/linuxbrew/.linuxbrew/bin/node /usr/local/bin/node /usr/bin/node)

[ -f "$command" ] && allowed "$command" || command=$(first \
  "$(command -v heir)" \
  "${node%/*}/heir" \
  "${VOLTA_HOME:-${HOME-}/.volta}/bin/heir" \
  "${ASDF_DATA_DIR:-${HOME-}/.asdf}/shims/heir" \
  /opt/homebrew/bin/heir /home/linuxbrew/.linuxbrew/bin/heir /usr/local/bin/heir /usr/bin/heir)

[ -n "$command" ] || gone heir
run() {
  case $command in
    *.js) feed "$node" "$command" hooks run "$hook" -- "$@" ;;
    *) feed "$command" hooks run "$hook" -- "$@" ;;
  esac
}
case $command in
  *.js) [ -n "$node" ] || gone node ;;
  # A script that asks for node by name finds it, behind whatever else is on PATH.
  *) [ -z "$node" ] || export PATH="$PATH:${node%/*}" ;;
esac
if [ -z "$blocks" ]; then
  run "$@"
  exit 0
fi
# What accepts ends with status 0 and with this word: a program that merely ends has judged nothing.
said=$(run "$@")
status=$?
[ "$status" -eq 0 ] && [ "${said##*
}" != judged ] || exit "$status"
say "$hook refused: $command ended without a verdict"
exit 1
