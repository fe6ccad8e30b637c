import type { DiagnosticCode } from "../../../model/findings/codes.ts";
import type { CodeHelp } from "./entry.ts";

type NameCode = Extract<
  DiagnosticCode,
  | "class-not-found"
  | "class-skipped"
  | "class-name-invalid"
  | "class-name-unresolved"
  | "class-mapping"
  | "class-cycle"
  | "removal-unsettled"
  | "remove-nothing"
  | "duplicate-name"
  | "uri-overlap"
  | "path-not-found"
>;

/** Findings about names: of files, folders and classes, and about the walk through the classes. */
export const nameHelp: Readonly<Record<NameCode, CodeHelp>> = {
  "class-not-found": {
    meaning:
      "A list of classes names a class that no file defines. The nodes that need it do not resolve, all others " +
      "do. The finding shows who lists the class, through which classes a node gets there, and the nearest " +
      "name that does exist.",
    cause:
      "A typing error, or a class that was renamed or deleted while something still lists it. In an " +
      "`init.yml`, a name that begins with a dot is counted from the folder above.",
    remedy: [
      { step: "Correct the name. `heir classes` lists all that exist." },
      { step: "Create the file: `classes/ntp/client.yml` defines `ntp.client`, and may be empty." },
      { step: "Take the entry out of the list." },
      {
        step: "Let classes of certain names be missing.",
        yaml: ["ignore_class_notfound: true", "ignore_class_notfound_regexp: 'site\\.'"],
      },
    ],
    example: {
      files: {
        "nodes/web1.yml": ["classes: [role.web]"],
        "classes/role/web.yml": ["classes: [ngnix]"],
        "classes/nginx.yml": ["parameters: {port: 80}"],
      },
    },
    reclass:
      "The same error, without line and column. With `--inventory`, the first such node stops the output of " + "all.",
    rules: ["L8", "N2", "N6"],
    settings: ["ignore_class_notfound", "ignore_class_notfound_regexp"],
  },
  "class-skipped": {
    meaning:
      "A class has no file, and `ignore_class_notfound` says to go on without it. The node resolves. Nothing " +
      "comes from this class, but its name stays in the list of classes.",
    cause:
      "The setting was made for classes that come and go, and covers more than those: by default it forgives " +
      "every name, misspelt ones included.",
    remedy: [
      { step: "Correct the name, or create the file." },
      {
        step: "Say which names may be missing. The expression has to match from the start of the name.",
        yaml: ["ignore_class_notfound: true", "ignore_class_notfound_regexp: 'site\\.'"],
      },
      { step: "Go on in silence.", yaml: ["ignore_class_notfound_warning: false"] },
    ],
    example: { files: { "heir.yml": ["ignore_class_notfound: true"], "nodes/web1.yml": ["classes: [site.paris]"] } },
    rules: ["L8"],
    settings: ["ignore_class_notfound", "ignore_class_notfound_regexp", "ignore_class_notfound_warning"],
  },
  "class-name-invalid": {
    meaning:
      "An entry of `classes` is empty, or holds a blank or a slash, which no name of a class does. The nodes " +
      "that need the file do not resolve, all others do.",
    cause: "The path of the file was written instead of the name of the class, or two names share one entry.",
    remedy: [
      { step: "Write the name, with dots: `classes/ntp/client.yml` is `ntp.client`.", yaml: ["classes: [ntp.client]"] },
      { step: "Give each class an entry of its own." },
    ],
    example: {
      files: { "nodes/web1.yml": ["classes: [ntp/client]"], "classes/ntp/client.yml": ["parameters: {port: 123}"] },
    },
    rules: ["N2", "N7"],
  },
  "class-name-unresolved": {
    meaning:
      "The name of a class holds a reference, and when the walk comes to the name, nothing that has been " +
      "merged by then answers it. Not merged by then are the parameters of the node itself, those of the class " +
      "that lists the name, and what a class further up has gathered so far. The nodes that need the class do " +
      "not resolve, all others do.",
    cause: "The value is set in the file of the node, or in a class that comes later in the list.",
    remedy: [
      {
        step: "Set the value in a class, and list that class before the name.",
        yaml: ['classes: [site, "site.${site}"]'],
      },
      { step: "Let one parameter of the nodes be merged early. In `heir.yml`:", yaml: ["scalar_parameters: about"] },
      {
        step:
          "With an inventory made for kapitan, `dialect: kapitan` in `heir.yml` makes everything visible " +
          "that was merged so far.",
      },
    ],
    example: {
      files: {
        "nodes/web1.yml": ['classes: ["site.${site}"]', "parameters: {site: lab}"],
        "classes/site/lab.yml": ["parameters: {dns: [192.0.2.1]}"],
      },
    },
    reclass:
      "The same error. Where the value is set by several classes, or is itself a reference, reclass looks for " +
      "a class with a nonsense name; heir uses the merged and resolved value.",
    rules: ["L6"],
    settings: ["scalar_parameters", "dialect"],
  },
  "class-mapping": {
    meaning:
      "An entry of `class_mappings` cannot be read: a quote or slash is not closed, the regular expression " +
      "between the slashes is none, or the entry is empty. As it is not known which nodes are meant, no node " +
      "resolves.",
    cause:
      "A slash at the start makes an entry a regular expression, and only a slash ends it. Quotes count in " +
      "entries as they do in a shell.",
    remedy: [
      {
        step: "Close the expression with a slash, or use a pattern of names instead.",
        yaml: ["class_mappings:", "  - '/^web\\d+/ role.web'", "  - 'web* role.web'"],
      },
    ],
    example: {
      files: {
        "heir.yml": ['class_mappings: ["/^web( role.web"]'],
        "nodes/web1.yml": ["parameters: {port: 80}"],
        "classes/role/web.yml": [],
      },
    },
    rules: ["C2", "C3", "C4"],
    settings: ["class_mappings"],
  },
  "class-cycle": {
    meaning:
      "Classes include each other in a loop, so none of them can come before the other. The nodes that get " +
      "into the loop do not resolve, all others do. The finding shows the way round.",
    cause: "Two classes need a value of one another, or a class lists itself where another one was meant.",
    remedy: [
      { step: "Move what they share into a third class that lists none of them, and let both list that one." },
      {
        step:
          "Take the entry out that closes the loop. To use a value of the other class a reference is enough, as " +
          "long as the node has both classes.",
      },
    ],
    example: {
      files: {
        "nodes/web1.yml": ["classes: [nginx]"],
        "classes/nginx.yml": ["classes: [tls]"],
        "classes/tls.yml": ["classes: [nginx]"],
      },
    },
    reclass: "It walks round until Python's stack is full, and stops with a stack trace.",
    rules: ["L9"],
  },
  "removal-unsettled": {
    meaning:
      "A removal counts only while the class that holds it is there. Here removals take away what they depend " +
      "on: if they count, they must not, and the other way round. The nodes that get there do not resolve, all " +
      "others do.",
    cause:
      "A class removes itself or one through which it came in, or a removal changes the value from which the " +
      "name of its own class is made.",
    remedy: [
      { step: "Delete the removal." },
      {
        step: "Write it into the list that has the class, or into the node.",
        yaml: ["classes: [role.web, ~ssh.server]"],
      },
    ],
    example: {
      files: { "nodes/web1.yml": ["classes: [role.web]"], "classes/role/web.yml": ["classes: [~role.web]"] },
    },
    reclass: "It does not know removals of classes: `~role.web` is the name of a class that is missing.",
    rules: ["L7"],
  },
  "remove-nothing": {
    meaning:
      "An entry `~NAME` in `classes` or `applications` finds nothing to take out: no earlier list has the " +
      "name, or, for an application, none that this removal reaches. The node resolves as if the entry were " +
      "not there.",
    cause:
      "What was to be removed has been renamed or is gone. Or the removal stands in a class that comes before, " +
      "or beside, the one that adds the name.",
    remedy: [
      { step: "Delete the entry if there is nothing left to remove." },
      {
        step: "Correct the name, or move the entry behind what adds it: the list of the node reaches everything.",
        yaml: ["classes: [role.web, ~ssh.server]", "applications: [~motd]"],
      },
    ],
    example: { files: { "nodes/web1.yml": ["applications: [~motd]"] } },
    reclass: "Of applications, nothing is said. Removals of classes are heir's own.",
    rules: ["L7", "A2", "A3"],
  },
  "duplicate-name": {
    meaning:
      "Two files define one node, or one class. heir does not guess which is meant: no node resolves until one " +
      "of the files is gone, even if nothing uses them.",
    cause:
      "`ntp.yml` and `ntp/init.yml` are the same class. The name of a node is that of its file, whatever its " +
      "folder, so a node that moved from one folder to another may be left in both.",
    remedy: [
      { step: "Rename or delete one of the files." },
      {
        step: "If the folders tell nodes of one name apart, let them be part of the name.",
        yaml: ["compose_node_name: true"],
      },
    ],
    example: {
      files: {
        "nodes/paris/web1.yml": ["parameters: {port: 80}"],
        "nodes/munich/web1.yml": ["parameters: {port: 8080}"],
      },
    },
    rules: ["N2", "N3", "N4", "N5"],
    settings: ["compose_node_name"],
  },
  "uri-overlap": {
    meaning:
      "The folder of nodes and the folder of classes are the same, or one lies inside the other. Each file " +
      "would be both, so no node resolves.",
    cause: "`nodes_uri` or `classes_uri` was set to the folder that holds both.",
    remedy: [
      {
        step: "Name two folders of which neither lies in the other.",
        yaml: ["nodes_uri: inventory/nodes", "classes_uri: inventory/classes"],
      },
    ],
    example: {
      files: {
        "heir.yml": ["classes_uri: nodes/classes"],
        "nodes/web1.yml": ["parameters: {port: 80}"],
        "nodes/classes/base.yml": [],
      },
    },
    reclass:
      "It means to report this and stops with a stack trace instead. It also takes `inv` and `inv-classes` for " +
      "one inside the other.",
    settings: ["nodes_uri", "classes_uri", "inventory_base_uri"],
  },
  "path-not-found": {
    meaning:
      "The folder of nodes or the folder of classes does not exist. Both have to be there, even if there are " +
      "no classes yet; until then no node resolves.",
    cause:
      "The folder is empty: git keeps no empty folders, so it is missing from every commit and every clone. Or " +
      "the settings name a folder that was moved.",
    remedy: [
      { step: "Put a file into the folder and commit it: `touch classes/.gitkeep`." },
      { step: "Name the folder as it is called.", yaml: ["nodes_uri: hosts", "classes_uri: roles"] },
    ],
    example: { files: { "heir.yml": ["classes_uri: roles"], "nodes/web1.yml": ["parameters: {port: 80}"] } },
    settings: ["nodes_uri", "classes_uri", "inventory_base_uri"],
  },
};
