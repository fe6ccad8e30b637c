/** Whether a text is an IP address that another names: the same one however written, or a network around it. */
export function sameAddress(text: string, wanted: string): boolean {
  if (!MAYBE_ADDRESS.test(text) || !MAYBE_ADDRESS.test(wanted)) return false;
  const [base = "", prefix] = wanted.split("/");
  const [one, other] = [addressOf(text), addressOf(base)];
  if (one === undefined || other === undefined || one.bits !== other.bits) return false;
  if (prefix !== undefined && !/^\d{1,3}$/.test(prefix)) return false;
  const free = one.bits - Number(prefix ?? one.bits);
  return free >= 0 && one.value >> BigInt(free) === other.value >> BigInt(free);
}

const MAYBE_ADDRESS = /^[\da-f:]*[.:][\da-f.:]*(?:\/\d+)?$/i;

interface Address {
  readonly bits: 32 | 128;
  readonly value: bigint;
}

function addressOf(text: string): Address | undefined {
  const value = text.includes(":") ? ipv6(text) : ipv4(text);
  return value === undefined ? undefined : { bits: text.includes(":") ? 128 : 32, value };
}

function ipv4(text: string): bigint | undefined {
  const parts = text.split(".");
  const isAddress = parts.length === 4 && parts.every((part) => /^\d{1,3}$/.test(part) && Number(part) <= 255);
  return isAddress ? joined(parts.map(Number), 8) : undefined;
}

/** Eight groups of hexadecimal digits; `::` replaces groups of zeros, and the last two may be an IPv4 address. */
function ipv6(text: string): bigint | undefined {
  const tail = text.slice(text.lastIndexOf(":") + 1);
  const embedded = tail.includes(".") ? ipv4(tail) : undefined;
  if (tail.includes(".") && embedded === undefined) return undefined;
  const last = embedded === undefined ? tail : `${(embedded >> 16n).toString(16)}:${(embedded & 0xffffn).toString(16)}`;
  const halves = (text.slice(0, text.length - tail.length) + last).split("::");
  const [front = [], back] = halves.map((half) => (half === "" ? [] : half.split(":")));
  if (halves.length > 2 || ![...front, ...(back ?? [])].every((part) => /^[\da-f]{1,4}$/i.test(part))) return undefined;
  const missing = 8 - front.length - (back?.length ?? 0);
  if (back === undefined ? missing !== 0 : missing < 1) return undefined;
  const groups = [...front, ...Array<string>(missing).fill("0"), ...(back ?? [])];
  return joined(
    groups.map((part) => Number.parseInt(part, 16)),
    16,
  );
}

function joined(parts: readonly number[], bits: number): bigint {
  return parts.reduce((value, part) => (value << BigInt(bits)) | BigInt(part), 0n);
}
