import { join } from "node:path";
import { sortedNamesIn } from "../../source/disk/changed-files.ts";
import { regularFileText } from "../../source/disk/regular-file.ts";

/** What a repository for Ansible has, as far as it is told without understanding it. */
export interface AnsibleCount {
  readonly hostsFiles: number;
  readonly variables: number;
  /** The first host that is listed. */
  readonly host: string | undefined;
}

const VARIABLES = ["group_vars", "host_vars"];

/** Files of hosts and of variables, where the repository at a folder is one for Ansible. Throws what reading it throws. */
export async function countAnsible(top: string): Promise<AnsibleCount | undefined> {
  const names = async (folder: string): Promise<readonly string[]> => sortedNamesIn(join(top, folder)).catch(() => []);
  const stages = (await names("inventories")).map((name) => `inventories/${name}`);
  const folders = ["", "inventory", ...stages];
  const listed: string[] = configured(regularFileText(join(top, "ansible.cfg")) ?? "");
  let variables = 0;
  let isAnsible = (await names("")).includes("ansible.cfg");
  for (const folder of folders) {
    for (const name of await names(folder)) {
      const path = join(folder, name);
      if (!VARIABLES.includes(name)) {
        if (folder === "inventory" || isHostsFile(name)) listed.push(path);
        continue;
      }
      isAnsible = true;
      for (const file of await names(path)) variables += keysIn(regularFileText(join(top, path, file)) ?? "");
    }
  }
  if (!isAnsible) return undefined;
  const hosts = [...new Set(listed)]
    .map((path) => regularFileText(join(top, path)))
    .filter((text) => text !== undefined);
  return { hostsFiles: hosts.length, variables, host: hosts.map(firstHost).find((host) => host !== undefined) };
}

/** Whether a file by its name lists hosts. */
function isHostsFile(name: string): boolean {
  return /^(?:hosts|inventory|production|staging)(?:\.(?:ini|ya?ml))?$/.test(name);
}

/** The files that `inventory` in ansible.cfg names. */
function configured(text: string): string[] {
  const [, value = ""] = /^inventory\s*=\s*(.*?)\s*$/m.exec(text) ?? [];
  return value.split(",").flatMap((path) => path.trim() || []);
}

/** How many keys stand at the beginning of lines. */
function keysIn(text: string): number {
  return text.match(/^[A-Za-z_]\w*:/gm)?.length ?? 0;
}

/** The first host of a file in the form of INI or YAML; of a range like `web[1:9]` the first one. */
function firstHost(text: string): string | undefined {
  const [, , yaml] = /^( *)hosts:\s*\n\1 +(["']?[\w.-]+)/m.exec(text) ?? [];
  if (yaml !== undefined) return yaml.replace(/^["']/, "");
  let isHosts = true;
  for (const line of text.split(/\r?\n/)) {
    const section = /^\s*\[(.*)\]/.exec(line)?.[1];
    if (section !== undefined) isHosts = !section.includes(":");
    const [name = ""] = line.trim().split(/\s/);
    if (isHosts && section === undefined && /^\w[\w.-]*(?:\[\w+:|$)/.test(name))
      return name.replace(/\[(\w+):.*/, "$1");
  }
  return undefined;
}
