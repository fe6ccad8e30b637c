export type Client = "ansible-inventory" | "salt-call" | "puppet" | "promtool" | "cf-agent" | "kapitan";
export const clients: readonly Client[];
export function clientPath(name: Client): string | undefined;
