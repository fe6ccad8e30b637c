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

const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/;

/** Whether a text is an IPv4 address: four numbers without leading zeros. */
export function isIpv4(text: string): boolean {
  return IPV4.test(text);
}

/** Whether a text is an IPv6 address, without a zone. */
export function isIpv6(text: string): boolean {
  return text.includes(":") && isStrict(text) && ipv6(text) !== undefined;
}

/** The network around `ADDRESS/PREFIX`: the text itself if no bit below the prefix is set. Undefined for other text. */
export function networkOf(text: string): string | undefined {
  const [, base = "", prefix = ""] = /^([^/]*)\/(0|[1-9]\d{0,2})$/.exec(text) ?? [];
  const address = isIpv4(base) || isIpv6(base) ? addressOf(base) : undefined;
  if (address === undefined || Number(prefix) > address.bits) return undefined;
  const free = BigInt(address.bits - Number(prefix));
  const network = (address.value >> free) << free;
  return network === address.value ? text : `${addressText({ ...address, value: network })}/${prefix}`;
}

/** No number has a leading zero where it is decimal. */
function isStrict(text: string): boolean {
  const decimal = text.slice(text.lastIndexOf(":") + 1);
  return !(decimal.includes(".") && decimal.split(".").some((part) => /^0\d/.test(part)));
}

function addressText({ bits, value }: Address): string {
  const size = bits === 32 ? 8 : 16;
  const parts = Array.from({ length: bits / size }, (_, at) =>
    Number((value >> BigInt(bits - size * (at + 1))) & BigInt(2 ** size - 1)),
  );
  if (bits === 32) return parts.join(".");
  const text = parts.map((part) => part.toString(16)).join(":");
  const zeros = text.match(/(?:^|:)0(?::0)+(?=:|$)/g) ?? [];
  const [longest = ""] = zeros.sort((one, other) => other.length - one.length);
  return longest === "" ? text : text.replace(longest, "::").replace(/:::+/g, "::");
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
  const numbers = groups.map((part) => Number.parseInt(part, 16));
  return joined(numbers, 16);
}

function joined(parts: readonly number[], bits: number): bigint {
  return parts.reduce((value, part) => (value << BigInt(bits)) | BigInt(part), 0n);
}
