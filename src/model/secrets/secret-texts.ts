/** The secret texts of one state; more come while its files are read. */
export interface SecretTexts {
  readonly texts: ReadonlySet<string>;
  /** Whether a text is the name of a node, class or group of the state. */
  isName(text: string): boolean;
}
