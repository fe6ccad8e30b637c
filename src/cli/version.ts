/** The version of this package; a test holds it equal to package.json, which the entry must not spend time reading. */
export const version = "0.1.0";
