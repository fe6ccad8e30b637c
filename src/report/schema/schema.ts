/** A part of a JSON Schema. */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
}
