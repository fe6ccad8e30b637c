import { expect, test } from "vitest";
import { encryptedStretches } from "../../../src/model/secrets/secrets.ts";

function encrypted(text: string): readonly string[] {
  return encryptedStretches(text).map(({ start, end }) => text.slice(start, end));
}

test("encrypted text is found where it stands, over as many lines as it has", () => {
  expect(encrypted("a: ENC[PKCS7,abc]\nb: 1\nc: ENC[GPG,\n  def\n]\n")).toEqual([
    "ENC[PKCS7,abc]",
    "ENC[GPG,\n  def\n]",
  ]);
  const vault = "$ANSIBLE_VAULT;1.1;AES256\n  6132\n  3331";
  expect(encrypted(`a: |\n  ${vault}\nb: 12\n`)).toEqual([vault]);
  const message = "-----BEGIN PGP MESSAGE-----\n\n  hQEMA\n  -----END PGP MESSAGE-----";
  expect(encrypted(`a: |\n  ${message}\nb: 1\n`)).toEqual([message]);
  expect(encrypted("a: age-encryption.org/v1 -> x\nb: 1\n")).toEqual(["age-encryption.org/v1 -> x"]);
});

test("what is cut off is hidden to its end, and plain text is left alone", () => {
  expect(encrypted("a: ENC[PKCS7,abc")).toEqual(["ENC[PKCS7,abc"]);
  expect(encrypted("-----BEGIN AGE ENCRYPTED FILE-----\nYWdl\n")).toEqual([
    "-----BEGIN AGE ENCRYPTED FILE-----\nYWdl\n",
  ]);
  expect(encrypted("encoding: utf-8\nENCODED: [a]\n")).toEqual([]);
});
