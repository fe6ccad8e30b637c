import { isIpv4, isIpv6, networkOf } from "../../base/ip-address.ts";
import { isDay } from "../../base/moment.ts";

/** The short types that are texts of a certain form: rule K6 of docs/concepts/contracts.md. */
export type Format = PatternFormat | "ipv4" | "ipv6" | "ip" | "cidr" | "hostname" | "fqdn" | "date";

const LABELS = /^[A-Za-z\d](?:[A-Za-z\d-]{0,61}[A-Za-z\d])?(?:\.[A-Za-z\d](?:[A-Za-z\d-]{0,61}[A-Za-z\d])?)*$/;

type PatternFormat = "mac" | "url" | "path" | "duration" | "size";

const PATTERNS: Readonly<Record<PatternFormat, RegExp>> = {
  mac: /^[\dA-Fa-f]{2}(?:(?::[\dA-Fa-f]{2}){5}|(?:-[\dA-Fa-f]{2}){5})$/,
  url: /^[a-z][a-z\d+.-]*:\/\/[^\s/?#]\S*$/,
  path: /^\/[^\0]*$/,
  duration: /^(?:\d+(?:us|ms|s|m|h|d|w))+$/,
  size: /^\d+(?:\.\d+)?(?:B|[kKMGTPE](?:i?B)?)$/,
};

function isHostname(text: string): boolean {
  return text.length <= 253 && LABELS.test(text) && !/(?:^|\.)\d+$/.test(text);
}

const FORMATS: Readonly<Record<Format, (text: string) => boolean>> = {
  ipv4: isIpv4,
  ipv6: isIpv6,
  ip: (text) => isIpv4(text) || isIpv6(text),
  cidr: (text) => networkOf(text) === text,
  hostname: isHostname,
  fqdn: (text) => isHostname(text) && text.includes("."),
  mac: (text) => PATTERNS.mac.test(text),
  url: (text) => PATTERNS.url.test(text),
  path: (text) => PATTERNS.path.test(text),
  duration: (text) => PATTERNS.duration.test(text),
  size: (text) => PATTERNS.size.test(text),
  date: (text) => isDay(text) && !text.startsWith("0000"),
};

/** Whether a text has a form. */
export function isFormat(name: Format, text: string): boolean {
  return FORMATS[name](text);
}

/** Whether a name is that of a form. */
export function isFormatName(name: string): name is Format {
  return Object.hasOwn(FORMATS, name);
}

/** The pattern of a form, as JSON Schema writes it. */
export function formatPattern(name: PatternFormat): string {
  return PATTERNS[name].source;
}
