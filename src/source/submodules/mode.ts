/** The mode of a symbolic link among the entries of a tree. */
export const LINK_MODE = "120000";

/** The mode of a submodule among the entries of a tree. */
export const SUBMODULE_MODE = "160000";

/** Stands for the commit of a submodule that is not merged: no commit has this id. */
export const UNMERGED: string = "0".repeat(40);

/** Stands for the commit of a submodule that no `.gitmodules` lists: no clone gets its files. */
export const UNLISTED: string = "f".repeat(40);
