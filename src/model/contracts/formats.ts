import { isIpv4, isIpv6, networkOf } from "../../base/ip-address.ts";
import { isDay } from "../../base/moment.ts";
import { hasKey } from "../../base/text-order.ts";

/** The short types that are texts of a certain form: rule K6 of docs/concepts/contracts.md. */
export type Format = PatternFormat | keyof typeof TESTS;

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

const TESTS = {
  ipv4: isIpv4,
  ipv6: isIpv6,
  ip: (text: string): boolean => isIpv4(text) || isIpv6(text),
  cidr: (text: string): boolean => networkOf(text) === text,
  hostname: isHostname,
  fqdn: (text: string): boolean => isHostname(text) && text.includes("."),
  date: (text: string): boolean => isDay(text) && !text.startsWith("0000"),
};

/** Whether a text has a form. */
export function isFormat(name: Format, text: string): boolean {
  return hasKey(PATTERNS, name) ? PATTERNS[name].test(text) : TESTS[name](text);
}

/** Whether a name is that of a form. */
export function isFormatName(name: string): name is Format {
  return hasKey(PATTERNS, name) || hasKey(TESTS, name);
}

/** The pattern of a form, as JSON Schema writes it. */
export function formatPattern(name: PatternFormat): string {
  return PATTERNS[name].source;
}
