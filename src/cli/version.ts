/** The version of this package; a test compares it with package.json, which would take time to read at every start. */
export const version = "0.1.0";
