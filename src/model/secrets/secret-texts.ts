/** The secret texts of one state; more come while its files are read. */
export interface SecretTexts {
  readonly texts: ReadonlySet<string>;
  /** Whether a text is the name of a node, class, group or file of the state, this one from the inventory folder. */
  isName(text: string): boolean;
}
