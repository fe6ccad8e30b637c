import { Store } from "./store.ts";

/** Reads packed data: JSON in gzip in base64. */
export async function readStore(packed: string): Promise<Store> {
  const stream = new Blob([bytesOf(packed)]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Store(JSON.parse(await new Response(stream).text()));
}

/** A plain loop: with a callback for each byte, megabytes would take most of the time in which the page opens. */
function bytesOf(packed: string): Uint8Array<ArrayBuffer> {
  const text = atob(packed);
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += 1) bytes[at] = text.charCodeAt(at);
  return bytes;
}
