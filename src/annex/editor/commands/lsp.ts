import { type Command, exit } from "../../../cli/commands/command.ts";
import { version } from "../../../cli/version.ts";

/** `heir lsp`: the language server. */
export const lsp: Command = {
  examples: [["heir lsp", "what an editor starts; it speaks the Language Server Protocol 3.17"]],
  operands: [],
  options: {
    stdio: { kind: "flag", summary: "speak over standard input and output, which it always does" },
    // The name is that of the protocol: clients add it to the command line by themselves.
    clientProcessId: { kind: "number", value: "PID", summary: "end when this process, which is the editor, is gone" },
  },
  details: [
    "It writes no file and runs no program but git. Secrets are (secret) in all that it sends. How editors start it: docs/editors.md.",
  ],
  async run(args) {
    const [{ serveEditor }, { openWorkspace }] = await Promise.all([
      import("../lsp/serve.ts"),
      import("../../../workspace/open.ts"),
    ]);
    const overrides = args.list("set");
    const cache = !args.has("no-cache");
    await serveEditor({ version, open: (cwd) => openWorkspace({ cwd, overrides, cache }) });
    return exit.ok;
  },
};
