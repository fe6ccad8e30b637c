/**
 * Ink's bridge to the developer tools of React: it is loaded for those who ask for it only, and would bring a web server.
 *
 * @type {import("esbuild").Plugin}
 */
export const withoutDevtools = {
  name: "without-devtools",
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]ink[\\/]build[\\/]devtools\.js$/ }, () => ({ contents: "" }));
  },
};
