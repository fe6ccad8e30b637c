// How the search of the site reads words: the same when the index is built and when it is asked.

// biome-ignore lint/correctness/noUnusedVariables: called by what reads this text
function heirSearch() {
  /** Words, and also whole names such as `--new-since`, `class-not-found` and `heir.yml`. */
  const tokenize = (/** @type {string} */ text) => [
    ...text.split(/[^\p{L}\p{N}_]+/u),
    ...(text.match(/[-\w]+(?:[-.:]\w+)+/g) ?? []),
  ];
  /** Pages that explain count more than pages that mention. @type {readonly [string, number][]} */
  const weights = [
    ["concepts/", 2],
    ["tutorials/", 1.5],
    ["decisions/", 0.4],
    ["performance", 0.4],
  ];
  return {
    fields: ["title", "defines", "heads", "text"],
    storeFields: ["title", "head"],
    tokenize,
    searchOptions: {
      boost: { title: 6, defines: 8, heads: 6 },
      prefix: (/** @type {string} */ term) => term.length > 2,
      fuzzy: (/** @type {string} */ term) => (term.length > 5 ? 0.15 : false),
      combineWith: "AND",
      boostDocument: (/** @type {string} */ id) => weights.find(([begin]) => id.startsWith(begin))?.[1] ?? 1,
    },
  };
}
