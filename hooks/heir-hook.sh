# heir hooks, form 1: the body of every hook, which sets `hook` and then reads this file.
#
# It runs the hook that stood here before, finds heir, and hands over. Apart from git and cat only the shell's own
# commands are used: a graphical client may start git with next to nothing on PATH.

say() { printf 'heir: %s\n' "$*" >&2; }

# Another tool may have put its hook in front of this one and this one behind itself: whoever comes second leaves.
[ "${HEIR_HOOK_RUNNING-}" != "$hook:$PWD" ] || exit 0

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
if [ -x "$earlier" ]; then
  export HEIR_HOOK_RUNNING="$hook:$PWD"
  feed "$earlier" "$@" || exit $?
  unset HEIR_HOOK_RUNNING
fi

case $hook in
  pre-commit | pre-merge-commit | commit-msg | pre-applypatch | pre-push | pre-receive) blocks=yes ;;
  *) blocks= ;;
esac

if [ "${HEIR-}" = 0 ]; then
  case $hook in commit-msg) ;; *) [ -z "$blocks" ] || say "$hook skipped, as HEIR=0 asks" ;; esac
  exit 0
fi

command= node= missing= gate= wanted=
while IFS=' ' read -r key value; do
  case $key:$hook in
    heir.command:*) command=$value ;;
    heir.node:*) node=$value ;;
    heir.onmissing:*) missing=$value ;;
    heir.maxnodes:*) gate=$value ;;
    heir.preparemessage:prepare-commit-msg | heir.mergesummary:post-merge | heir.checkoutsummary:post-checkout)
      wanted=$value ;;
  esac
done <<END
$(git config --get-regexp '^heir\.')
END

# What can be told without starting heir.
case $hook in
  commit-msg) [ -n "$gate" ] || exit 0 ;;
  prepare-commit-msg | post-merge | post-checkout)
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

if [ -r "${XDG_CONFIG_HOME:-${HOME-}/.config}/heir/env.sh" ]; then
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
    *) say 'mend it: heir hooks install; skip once: git commit --no-verify' ;;
  esac
  exit 1
}

# The first of some programs that can be run.
first() {
  for each in "$@"; do
    if [ -f "$each" ] && [ -x "$each" ]; then
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

[ -f "$node" ] && [ -x "$node" ] || node=$(first \
  "$(command -v node)" \
  "${VOLTA_HOME:-${HOME-}/.volta}/bin/node" \
  "$(newest_nvm)" \
  "${FNM_DIR:-${XDG_DATA_HOME:-${HOME-}/.local/share}/fnm}/aliases/default/bin/node" \
  "${ASDF_DATA_DIR:-${HOME-}/.asdf}/shims/node" \
  "${MISE_DATA_DIR:-${XDG_DATA_HOME:-${HOME-}/.local/share}/mise}/shims/node" \
  /opt/homebrew/bin/node /home/linuxbrew/.linuxbrew/bin/node /usr/local/bin/node /usr/bin/node)

[ -f "$command" ] || command=$(first \
  node_modules/.bin/heir \
  "$(command -v heir)" \
  "${node%/*}/heir" \
  "${VOLTA_HOME:-${HOME-}/.volta}/bin/heir" \
  "${ASDF_DATA_DIR:-${HOME-}/.asdf}/shims/heir" \
  /opt/homebrew/bin/heir /home/linuxbrew/.linuxbrew/bin/heir /usr/local/bin/heir /usr/bin/heir)

[ -n "$command" ] || gone heir
case $command in
  *.js)
    [ -n "$node" ] || gone node
    feed "$node" "$command" hooks run "$hook" -- "$@" ;;
  *)
    # A script that asks for node by name finds it, behind whatever else is on PATH.
    [ -z "$node" ] || export PATH="$PATH:${node%/*}"
    feed "$command" hooks run "$hook" -- "$@" ;;
esac
status=$?
[ -n "$blocks" ] || exit 0
exit "$status"
