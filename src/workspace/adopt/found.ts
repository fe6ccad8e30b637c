/** What kind of repository heir finds; every kind but `ansible` is an inventory that heir reads. */
export type FoundKind = "heir" | "reclass" | "salt" | "kapitan" | "commodore" | "ansible";

/** Something found in a folder that has files. */
export interface Found {
  readonly kind: FoundKind;
  /** From the top, with forward slashes; `.` for the top. */
  readonly folder: string;
  readonly nodes: number;
  readonly classes: number;
  /** How many errors `heir check` reports. */
  readonly errors: number;
}

/** What tells the kind of an inventory: where it is, and the names around it. */
export interface Neighbourhood {
  /** From the top; `""` for the top. */
  readonly folder: string;
  /** Names in the folder of the inventory. */
  readonly inside: ReadonlySet<string>;
  /** Names in the folders above it, up to the top. */
  readonly above: ReadonlySet<string>;
  readonly dialect: "reclass" | "kapitan";
  /** Whether it has the class `global.commodore`. */
  readonly hasCommodoreClass: boolean;
}

/** The kind of an inventory. Never fails. */
export function inventoryKind({ folder, inside, above, ...more }: Neighbourhood): FoundKind {
  const hasTargets = inside.has("targets") && inside.has("classes") && !inside.has("nodes");
  if (hasTargets || more.dialect === "kapitan") {
    const isCommodore = more.hasCommodoreClass || inside.has("commodore.yml") || above.has("commodore.yml");
    return isCommodore ? "commodore" : "kapitan";
  }
  const isSalt = folder.split("/").includes("salt") || SALT.some((name) => inside.has(name) || above.has(name));
  if (isSalt) return "salt";
  return inside.has("heir.yml") ? "heir" : "reclass";
}

const SALT = ["salt", "top.sls"];
