/** What is begun before the program is loaded, as a script of its own: git lists the work tree meanwhile. */
export { prefetchWorkTree } from "./start/prefetch.ts";
