// The second thread of the terminal UI: what resolves is in the script of the program.
import { loadScript } from "./script.ts";

void loadScript(import.meta.dirname, "program").exports.program(["__thread"], process);
