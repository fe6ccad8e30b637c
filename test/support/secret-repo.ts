import { newRepo, type TestRepo } from "./git/repo.ts";

/** What of the secrets of {@link secretRepo} may be in no output. The numbers are a secret of digits and hex digits of a vault. */
export const leaked: RegExp = /geheim|90125666|67656865696d|\bqX7\b/;

const first: Readonly<Record<string, string>> = {
  "heir.yml": 'secrets: ["**:password", "**:tokens", pin, short, "exports:password"]\n',
  "classes/db.yml": `parameters:
  db: { host: db1, user: app, password: geheim-first }
  url: postgres://\${db:user}:\${db:password}@\${db:host}/app
  copy: \${db:password}
  list: [plain, "\${db:password}", "ENC[PKCS7,geheimA]"]
  users: [{ name: ann, password: geheim-ann }]
  tokens: [geheim-token-1, geheim-token-2]
  api_key: ENC[PKCS7,geheimB]
  later: formerly-geheim
  pin: 90125666
  short: qX7
  vault: |
    $ANSIBLE_VAULT;1.1;AES256
    67656865696d
exports: { password: geheim-export }
`,
  "classes/app.yml": 'parameters:\n  app: { url: "${url}", key: "${api_key}", first: "${users}" }\n',
  "nodes/asks.yml": "parameters:\n  all: $[ exports:password if exports:password == geheim-export ]\n",
  "groups/same.yml": 'match: { all: [{ property: "dns=geheim-first", op: eq }] }\n',
  "groups/enc.yml": 'match: { all: [{ fact: token, op: regex, value: "ENC.*" }] }\n',
  "groups/os.yml": "nodes: [n1, n3]\nproperties: { mail: { password: geheim-os }, dns: 1.1.1.1 }\n",
  "groups/dc.yml": 'nodes: [n3]\nproperties: { mail: { password: geheim-dc }, dns: "ENC[PKCS7,geheimC]" }\n',
  "nodes/n1.yml": 'classes: [db, app]\nfacts: { token: "ENC[GPG,geheimD]" }\n',
  "nodes/n2.yml": "classes: [db]\nparameters: { own: geheim-first }\n",
  "nodes/n3.yml": "{}\n",
  "nodes/twice.yml": "classes: [gone]\nparameters:\n  password: geheim-one\n  password: geheim-two\n",
  "nodes/torn.yml": "parameters: { password: geheim-torn, key: ENC[GPG,geheimE\n",
  "nodes/clash.yml": "classes: [db]\nparameters: { db: [clash], =pin: 90125666 }\n",
  "nodes/typo.yml": 'paramaters: { password: geheim-typo }\nparameters: { tokens: "$[ geheim-query == ]" }\n',
  "techniques/t.yml": "name: T\n",
  "directives/d.yml": '{ technique: t, sets: { password: geheim-directive, key: "ENC[PKCS7,geheimF]" } }\n',
  "rules/r.yml": '{ directives: [d], targets: ["special:all"] }\n',
  "properties.d/n1/a.json": '{ "app": { "password": "geheim-runtime", "key": "ENC[GPG,geheimG]" } }\n',
  "properties.d/n2/b.json": '{ "app": { "password": "geheim-json"\n',
};

function edited(password: string, more: (text: string) => string = (text) => text): Readonly<Record<string, string>> {
  return { "classes/db.yml": more((first["classes/db.yml"] ?? "").replaceAll("geheim-first", password)) };
}

/**
 * Two commits, the branch `topic` that merges with them, the branch `torn` that does not, and a staged edit. It holds
 * secrets by path, encrypted ones, and references to them: in lists, classes, groups, facts, directives and local
 * property files.
 */
export function secretRepo(): TestRepo {
  const repo = newRepo();
  repo.commit("first", first);
  repo.git("checkout", "-q", "-b", "torn");
  repo.commit("in the way of the second", edited("geheim-topic"));
  repo.git("checkout", "-q", "-b", "topic", "main");
  repo.commit("beside the second", {
    "nodes/n1.yml": `${first["nodes/n1.yml"]}parameters: { tokens: [geheim-token-3], list: ["ENC[GPG,geheimH]"] }\n`,
  });
  repo.git("checkout", "-q", "main");
  const encrypt = (text: string): string => text.replace("formerly-geheim", "ENC[PKCS7,geheimI]");
  repo.commit("second", {
    ...edited("geheim-second", encrypt),
    "nodes/n2.yml": "classes: [db]\nparameters: { own: geheim-second, list: [more] }\n",
    "groups/same.yml": 'match: { all: [{ fact: token, op: eq, value: "ENC[GPG,geheimD]" }] }\n',
    "groups/os.yml": "nodes: [n1, n3]\nproperties: { mail: { password: geheim-more }, dns: 1.1.1.1 }\n",
    "classes/app.yml": `${first["classes/app.yml"]}  tokens: [geheim-token-4]\n  list: ["\${api_key}"]\n`,
    "directives/d.yml": '{ technique: t, sets: { password: geheim-other, key: "ENC[PKCS7,geheimJ]" } }\n',
  });
  const added = 'classes: [nowhere]\nparameters: { password: geheim-new, key: "ENC[GPG,geheimK]", key: x }\n';
  repo.write("classes/db.yml", edited("geheim-staged", encrypt)["classes/db.yml"] ?? "");
  repo.write("nodes/n2.yml", "classes: [db]\nparameters: { own: geheim-staged, list: [other] }\n");
  repo.write("nodes/n4.yml", added);
  repo.git("add", ".");
  return repo;
}
