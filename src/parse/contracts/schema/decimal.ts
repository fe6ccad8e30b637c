import { floatText } from "../../../base/json-text.ts";

/** A number as written in decimal: `digits` without a point, divided by ten `scale` times. */
interface Decimal {
  readonly digits: bigint;
  readonly scale: number;
}

/** Whether a number is a whole multiple of another, exactly as both are written in decimal. */
export function isMultiple(number: number | bigint, of: number | bigint): boolean {
  const [one, other] = [decimalOf(number), decimalOf(of)];
  const scale = Math.max(one.scale, other.scale);
  return scaled(one, scale) % scaled(other, scale) === 0n;
}

function scaled({ digits, scale }: Decimal, to: number): bigint {
  return digits * 10n ** BigInt(to - scale);
}

function decimalOf(number: number | bigint): Decimal {
  const text = typeof number === "bigint" ? String(number) : floatText(number);
  const [mantissa = "", exponent = "0"] = text.split("e");
  const [whole = "", fraction = ""] = mantissa.split(".");
  const scale = fraction.length - Number(exponent);
  const digits = BigInt(whole + fraction);
  return scale < 0 ? { digits: digits * 10n ** BigInt(-scale), scale: 0 } : { digits, scale };
}
