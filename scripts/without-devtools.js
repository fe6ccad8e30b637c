/**
 * Leaves out Ink's bridge to the React developer tools, which is loaded only on request and would add a web server.
 *
 * @type {import("esbuild").Plugin}
 */
export const withoutDevtools = {
  name: "without-devtools",
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]ink[\\/]build[\\/]devtools\.js$/ }, () => ({ contents: "" }));
  },
};
