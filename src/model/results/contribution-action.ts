/**
 * What a layer does to a value when it is laid over the result of the layers below it:
 * - `set`: it gives the value first;
 * - `merged`: it merges a mapping with the mapping below, key by key;
 * - `appended`, `prepended`: it adds a list or text behind the one below, or in front of it;
 * - `replaced`: it replaces the value below; `removed`: it replaces a mapping that held the value;
 * - `constant`: one of the first five, and no later layer may set the value;
 * - `hidden`: it is ignored, since a constant is below it or a later layer replaces it;
 * - `failed`: it cannot be merged with the value below; the node does not resolve.
 * It is part of the library's declarations, so this file imports nothing.
 */
export type ContributionAction =
  | "set"
  | "merged"
  | "appended"
  | "prepended"
  | "replaced"
  | "removed"
  | "constant"
  | "hidden"
  | "failed";
