import type { DiagnosticCode } from "../../../model/findings/codes.ts";
import type { CodeHelp } from "./entry.ts";

type UselessCode = Extract<DiagnosticCode, "dead-value" | "class-unused">;

/** Findings about what is of no use to any node. */
export const uselessHelp: Readonly<Record<UselessCode, CodeHelp>> = {
  "dead-value": {
    meaning:
      "A class or group that nodes get says a value, and on every one of them something else stands in its place. Who " +
      "changes it changes nothing. A list that is joined to others is seen, and so is a value that decides the name of " +
      "a class. Null and what is empty are left alone, since they say that something may come; so are global " +
      "parameters, properties on which groups agree that nothing orders, and what nodes use that do not resolve. It is looked for with `--level info`, with " +
      "`--only dead-value`, or when `checks` gives it a severity.",
    cause:
      "A default from which by now every node departs, or a copy of a value in a class that is laid below another.",
    remedy: [
      { step: "Delete it, if it is no default for nodes to come." },
      {
        step: "If it should count, look at what stands in its place: `heir impact FILE:LINE` names it, and on how many nodes.",
      },
      {
        step: "If it is meant as a default, allow it on its line.",
        yaml: ["parameters:", "  port: 22  # heir: allow dead-value (the default for new sites)"],
      },
    ],
    example: {
      files: {
        "classes/ssh.yml": ["parameters:", "  port: 22"],
        "classes/site.yml": ["classes: [ssh]", "parameters:", "  port: 2222"],
        "nodes/web1.yml": ["classes: [site]"],
        "nodes/web2.yml": ["classes: [site]"],
      },
      shownBy: "heir check --level info",
    },
    reclass: "Nothing is said.",
    rules: ["M1"],
    settings: ["checks"],
  },
  "class-unused": {
    meaning:
      "There is a file for a class, and no node gets the class: not by a list, not by a mapping, not by a name that " +
      "references make. Where a node has a fault that hides classes from it, nothing is said. It is looked for with " +
      "`--level info`, with `--only class-unused`, or when `checks` gives it a severity; `heir classes --unused` only " +
      "lists the names.",
    cause: "The last node that used it is gone, or it was written for one that is still to come.",
    remedy: [
      { step: "Delete the file, or list the class where it is missing." },
      { step: "If another class lists it that no node gets either, begin with that one: the finding shows where." },
    ],
    example: {
      files: {
        "classes/used.yml": ["parameters: {a: 1}"],
        "classes/old.yml": ["classes: [older]"],
        "classes/older.yml": ["parameters: {a: 2}"],
        "nodes/web1.yml": ["classes: [used]"],
      },
      shownBy: "heir check --level info",
    },
    reclass: "Nothing is said.",
    rules: ["L1"],
    settings: ["checks"],
  },
};
