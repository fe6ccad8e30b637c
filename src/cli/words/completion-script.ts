import { similar } from "../../base/similar.ts";
import { HeirError } from "../../model/findings/failure.ts";
import { didYouMean } from "./parse.ts";

/** What a completion script knows of a command. */
export interface ShellCommand {
  readonly name: string;
  readonly summary: string;
  /** `--json`, `--rev`. */
  readonly flags: readonly string[];
}

type Script = (commands: readonly ShellCommand[]) => string;

/** Commands whose operands are nodes. */
const NODE_COMMANDS = "show|nodes|inventory";

const scripts: ReadonlyMap<string, Script> = new Map([
  ["bash", bash],
  ["zsh", zsh],
  ["fish", fish],
]);

/** The writer of scripts for a shell. Throws HeirError for a shell that heir does not know. */
export function shellScripts(shell: string): Script {
  const script = scripts.get(shell);
  if (script !== undefined) return script;
  const known = [...scripts.keys()];
  const hint = didYouMean(similar(shell, known)) ?? `shells are ${known.join(", ")}`;
  throw new HeirError("usage", `there is no completion for "${shell}"`, hint);
}

function bash(commands: readonly ShellCommand[]): string {
  return `_heir() {
  local word=\${COMP_WORDS[COMP_CWORD]} verb="" each words
  for each in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case $each in -*) ;; *) verb=$each; break ;; esac
  done
  case $verb in
${flagCases(commands)}
    *) words="" ;;
  esac
  if [ -z "$verb" ]; then
    words="${names(commands)}"
  elif [[ $word != -* ]]; then
    case $verb in
      ${NODE_COMMANDS}) words=$(heir nodes 2>/dev/null) ;;
      help) words="${names(commands)}" ;;
      completion) words="bash zsh fish" ;;
      *) words=$(git for-each-ref --format='%(refname:short)' 2>/dev/null) ;;
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o default -F _heir heir
`;
}

function zsh(commands: readonly ShellCommand[]): string {
  const entries = commands.map(({ name, summary }) => `    '${name}:${singleQuoted(summary)}'`).join("\n");
  return `#compdef heir
_heir() {
  local -a verbs
  local flags
  verbs=(
${entries}
  )
  if (( CURRENT == 2 )); then
    _describe command verbs
    return
  fi
  case $words[2] in
${flagCases(commands, "flags")}
  esac
  if [[ $PREFIX == -* ]]; then
    compadd -- \${=flags}
    return
  fi
  case $words[2] in
    ${NODE_COMMANDS}) compadd -- \${(f)"$(heir nodes 2>/dev/null)"} ;;
    help) _describe command verbs ;;
    completion) compadd bash zsh fish ;;
    *) compadd -- \${(f)"$(git for-each-ref --format='%(refname:short)' 2>/dev/null)"}; _files ;;
  esac
}
compdef _heir heir
`;
}

function fish(commands: readonly ShellCommand[]): string {
  const lines = commands.flatMap(({ name, summary, flags }) => [
    `complete -c heir -n __fish_use_subcommand -a ${name} -d '${singleQuoted(summary)}'`,
    ...flags.map((flag) => `complete -c heir -n '__fish_seen_subcommand_from ${name}' -l ${flag.slice(2)}`),
  ]);
  const nodes = NODE_COMMANDS.replaceAll("|", " ");
  return `complete -c heir -f
${lines.join("\n")}
complete -c heir -n '__fish_seen_subcommand_from ${nodes}' -a '(heir nodes 2>/dev/null)'
complete -c heir -n '__fish_seen_subcommand_from help' -a '${names(commands)}'
complete -c heir -n '__fish_seen_subcommand_from completion' -a 'bash zsh fish'
complete -c heir -n '__fish_seen_subcommand_from diff check' -a "(git for-each-ref --format='%(refname:short)' 2>/dev/null)"
`;
}

function flagCases(commands: readonly ShellCommand[], variable = "words"): string {
  return commands.map(({ name, flags }) => `    ${name}) ${variable}="${flags.join(" ")}" ;;`).join("\n");
}

function names(commands: readonly ShellCommand[]): string {
  return commands.map(({ name }) => name).join(" ");
}

function singleQuoted(text: string): string {
  return text.replaceAll("'", "'\\''");
}
