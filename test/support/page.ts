import { createHash } from "node:crypto";
import { gunzipSync } from "node:zlib";
import { Store } from "../../src/annex/review/page/browser/store.ts";
import type { PageData } from "../../src/annex/review/page/data.ts";

/** A page of `heir diff --format html`, taken apart. */
export interface ReadPage {
  readonly policy: string;
  readonly style: string;
  readonly script: string;
  /** The packed data as JSON text, and unpacked. */
  readonly json: string;
  readonly store: Store;
  /** The document without data, script and style. */
  readonly document: string;
  /** What a reader without scripts sees. */
  readonly text: string;
}

export function readPage(html: string): ReadPage {
  const one = (pattern: RegExp): string => pattern.exec(html)?.[1] ?? "";
  const json = gunzipSync(Buffer.from(one(/<script type="application\/gzip" id="data">([^<]*)</), "base64")).toString();
  const document = html.replace(/<style>.*?<\/style>|<script.*?<\/script>/gs, "");
  const data: PageData = JSON.parse(json);
  return {
    policy: one(/Content-Security-Policy" content="([^"]*)"/),
    style: one(/<style>(.*?)<\/style>/s),
    script: one(/<script>(.*?)<\/script>/s),
    json,
    store: new Store(data),
    document,
    text: plain(document.replace(/<title>.*<\/title>/, "").replace(/<\/(?:div|h\d|p|section|summary)>/g, "\n")),
  };
}

function plain(html: string): string {
  const text = html.replace(/<[^>]*>/g, "");
  return text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"').replaceAll("&amp;", "&");
}

/** The hash of a text as a policy names it. */
export function policyHash(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}
