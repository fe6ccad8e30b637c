# Read by the files beside it, which set NAME, USAGE, OUTPUT (what is printed without -o), and the short and long options
# for all nodes (ALL_SHORT, ALL_LONG) and for one (NODE_SHORT, NODE_LONG). Without -b the inventory is the folder of the
# file that was called, or of the link to it. Each answer is one of heir; with an error nothing is printed.
set -eu

fail() {
  printf '%s: %s\nusage: %s [-b DIR] [-o yaml|json] %s\n' "$NAME" "$1" "$NAME" "$USAGE" >&2
  exit 2
}

folder=$(dirname "$0") output=$OUTPUT ask='' node=''
while [ $# -gt 0 ]; do
  case $1 in
    --*=*)
      word=$1
      shift
      set -- "${word%%=*}" "${word#*=}" "$@"
      ;;
  esac
  option=$1
  shift
  case $option in
    "$ALL_SHORT" | "$ALL_LONG")
      ask=--list
      continue
      ;;
    -b | --inventory-base-uri | -o | --output | "$NODE_SHORT" | "$NODE_LONG") ;;
    *) fail "unknown option $option" ;;
  esac
  [ $# -gt 0 ] || fail "$option needs a value"
  case $option in
    -b | --inventory-base-uri) folder=$1 ;;
    -o | --output) output=$1 ;;
    *) ask=--host node=$1 ;;
  esac
  shift
done
[ -n "$ask" ] || fail "$ALL_LONG or $NODE_LONG is missing"
case $output in
  yaml | json) ;;
  *) fail '-o takes yaml or json' ;;
esac

# Prints the form that is named, of all nodes or of the one.
answer() {
  if [ "$ask" = --list ]; then exec heir -C "$folder" inventory --format "$1" --list; fi
  exec heir -C "$folder" inventory --format "$1" --host "$node"
}
