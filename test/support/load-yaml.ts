import { loadYaml } from "../../src/parse/yaml/parse.ts";

// Workspaces load the library when there is something to parse; tests call the parser without one.
await loadYaml();
