/** The mode of a symbolic link among the entries of a tree. */
export const LINK_MODE = "120000";

/** The mode of a submodule among the entries of a tree. */
export const SUBMODULE_MODE = "160000";
