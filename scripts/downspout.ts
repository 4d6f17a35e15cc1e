/**
 * The commands of the archive that `npm run package` makes, under the one name `downspout`. The server is a separate
 * bundle, the one that `npm start` runs.
 */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { PROGRAM_FOLDER, productVersion } from "../server/program";
import { SETTINGS, type Command } from "./commandDeclaration";
import { runCommandLine, type Arguments } from "./commandLine";
import { OPERATION } from "./commands";

interface Program {
  /** The server has none: it starts when it is loaded. */
  readonly main?: (args: Arguments) => void | Promise<void>;
}

const PROGRAMS: Readonly<Record<string, () => Promise<Program>>> = {
  start: () => {
    const server = join(PROGRAM_FOLDER, "dist/server/main.js");
    return import(pathToFileURL(server).href) as Promise<Program>;
  },
  demo: () => import("./demo/openDemo"),
  backup: () => import("./backup"),
  restore: () => import("./restore"),
  export: () => import("./export"),
  import: () => import("./import"),
  "end-sessions": () => import("./endSessions"),
  "reset-password": () => import("./resetPassword"),
};

const COMMANDS: Readonly<Record<string, Command>> = {
  ...Object.fromEntries(Object.entries(OPERATION).filter(([name]) => name in PROGRAMS)),
  start: { about: `Starts the server, also without its name. ${SETTINGS}` },
};

async function run([name = "start", ...given]: readonly string[]) {
  if (Object.hasOwn(COMMANDS, name)) await runCommandLine([name, ...given], start, COMMANDS);
  else if (name === "--help" || name === "-h") console.log(help());
  else {
    console.error(`There is no command "${name}".\n\n${help()}`);
    process.exitCode = 2;
  }

  async function start(_command: Command, args: Arguments): Promise<void> {
    const program = await PROGRAMS[name]?.();
    const { runCommand } = await import("./command");
    await runCommand(() => program?.main?.(args));
  }
}

function help(): string {
  const width = Math.max(...Object.keys(COMMANDS).map(({ length }) => length));
  return [
    `Downspout ${productVersion()}. Usage: node downspout [command] [argument ...]\n`,
    ...Object.entries(COMMANDS).map(
      ([command, { about }]) => `  ${command.padEnd(width)}  ${about}`,
    ),
    "\nEach command takes --help.",
  ].join("\n");
}

// Without await: the parts that a command loads import this file, and would wait for its end.
void run(process.argv.slice(2));
