/** How keys and tokens of well-known services begin. */
const KNOWN = /^(?:-----BEGIN [A-Z ]*PRIVATE KEY|ghp_|glpat-|AKIA|xox[bp]-|eyJ[\w-]*\.[\w-]+\.)/;

/** Whether a text begins as keys and tokens of well-known services do. */
export function hasSecretForm(text: string): boolean {
  return KNOWN.test(text);
}

const NAME = /(?:password|passwd|passphrase|secret|token|api_?key|private_?key|credentials?)$/;

const names = new Map<string, boolean>();

/** Whether a key has the name of a secret anywhere in it, as `secret_key_id`: too wide for a finding, and safe for a guess. */
export function mayNameSecret(key: string): boolean {
  return hasSecretName(key) || /pass(?:word|wd|phrase)|secret|token|(?:api|private)_?key|credential/i.test(key);
}

/** Whether a key is that of a secret by its name. */
export function hasSecretName(key: string): boolean {
  let known = names.get(key);
  if (known === undefined) {
    known = NAME.test(key.toLowerCase().replaceAll("-", "_"));
    names.set(key, known);
  }
  return known;
}
