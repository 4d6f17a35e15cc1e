/** Every command of package.json: what it takes, what its `--help` prints, and what runs it. */
import { SETTINGS, type Command } from "./commandDeclaration";
import { DEVELOPMENT } from "./developmentCommands";

const ONLY = {
  value: "<workspace>",
  about: "takes the data of one workspace",
};

const AS = {
  value: "<workspace>",
  about: "its id in the deployment, if that is another one",
};

const ONLY_AND_MAPPING: Command["options"] = {
  only: ONLY,
  mapping: {
    value: "<file.json>",
    about: "an object from old workspace ids to new ones",
  },
};

/** The commands for those who run the product. */
export const OPERATION: Readonly<Record<string, Command>> = {
  start: {
    about: `Builds what has changed, then starts the server. ${SETTINGS}`,
    module: "scripts/start.ts",
    serves: true,
  },
  demo: {
    about:
      "Opens a made-up office on a temporary folder, for one browser, by a link that works once. Nothing is kept.",
    module: "scripts/demo.ts",
  },
  build: {
    about: "Builds what has changed: the client into dist/client, the server into dist/server.",
    positionals: {
      usage: "[client] [server]",
      max: 2,
      choices: ["client", "server"],
    },
    module: "scripts/build.ts",
  },
  export: {
    about: "Writes the data as a ZIP file for npx convex import. The server must be stopped.",
    positionals: { usage: "<file.zip>", max: 1 },
    options: {
      ...ONLY_AND_MAPPING,
      workspaces: { about: "lists the workspaces, and writes nothing" },
    },
    module: "scripts/export.ts",
  },
  import: {
    about:
      "Reads a ZIP file of npx convex export --include-file-storage or of export into a data folder without data. The server must be stopped.",
    positionals: { usage: "<file.zip>", min: 1, max: 1 },
    options: ONLY_AND_MAPPING,
    module: "scripts/import.ts",
  },
  merge: {
    about:
      "Writes an export of a deployment in which the data of one office is that of another export (docs/hosted-operations.md). Needs --only.",
    positionals: {
      usage: "<deployment.zip> <from.zip> <result.zip>",
      min: 3,
      max: 3,
    },
    options: {
      only: ONLY,
      as: AS,
    },
    module: "hosted/merge.ts",
  },
  backup: {
    about: "Writes all of DATA_DIR into one verified file. The server may be running.",
    positionals: { usage: "<file.zip>", min: 1, max: 1 },
    module: "scripts/backup.ts",
  },
  restore: {
    about: "Restores a backup, or a folder of DATA_DIR/backups, into a DATA_DIR without data.",
    positionals: {
      usage: "<file.zip, or a folder of backups>",
      min: 1,
      max: 1,
    },
    module: "scripts/restore.ts",
  },
  "end-sessions": {
    about:
      "Signs everyone out and replaces all keys of DATA_DIR, after a restore or a theft. The server must be stopped.",
    destroys: "This signs everyone out on every device and replaces all keys of DATA_DIR.",
    module: "scripts/endSessions.ts",
  },
  "reset-password": {
    about:
      "Sets a new password for a teammate, generated and printed, and signs them out everywhere. The server may be running.",
    positionals: {
      usage: "EMAIL",
      min: 1,
      max: 1,
      surplus:
        "Do not pass the password as an argument: other users of this machine can read it. Nothing was changed",
    },
    options: {
      stdin: { about: "reads the password from the terminal or a pipe" },
    },
    module: "scripts/resetPassword.ts",
  },
  package: {
    about:
      "Writes the program as one archive into dist, which runs with Node 22.16 or newer alone (docs/operations.md).",
    module: "scripts/package.ts",
  },
  "keep-releases": {
    about:
      "Before an upload of the hosted client, adds the files of the releases before, for pages that are open.",
    positionals: { usage: "https://desk.example.com", min: 1, max: 1 },
    module: "hosted/keepReleases.ts",
  },
};

export const COMMANDS: Readonly<Record<string, Command>> = {
  ...OPERATION,
  ...DEVELOPMENT,
};
