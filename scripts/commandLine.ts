/**
 * Reads the arguments of a command as scripts/commands.ts declares them, and runs it. Whatever is not declared is
 * refused before anything of the command is loaded. Exit code 2: the arguments are wrong, and nothing was done.
 */
import { join, resolve } from "node:path";
import { createInterface } from "node:readline/promises";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { usageOf } from "../server/program";
import type { Command } from "./commandDeclaration";
import { COMMANDS } from "./commands";
import { runAfterwards, runTool } from "./tool";

/** The arguments that a command was given, read and checked. */
export interface Arguments {
  readonly positionals: readonly string[];
  /** Options with a value. */
  readonly values: Readonly<Record<string, string | undefined>>;
  /** Options without one, by name. */
  readonly flags: ReadonlySet<string>;
}

const ROOT = resolve(import.meta.dirname, "..");
const WRONG_ARGUMENTS = 2;

class ArgumentError extends Error {}

/** The first argument is the command's name, as in package.json. */
export async function runCommandLine(
  [name = "", ...given]: readonly string[],
  start = startCommand,
  commands = COMMANDS,
): Promise<void> {
  const command = commands[name];
  if (command === undefined) throw new Error(`There is no command "${name}".`);
  try {
    const args = readArguments(command, given);
    if (args.flags.has("help")) console.log(helpOf(name, command));
    else if (await isConfirmed(name, command, args)) await start(command, args, given);
  } catch (error) {
    if (!(error instanceof ArgumentError)) throw error;
    console.error(`${error.message}\n\n${helpOf(name, command)}`);
    process.exitCode = WRONG_ARGUMENTS;
  }
}

function readArguments(command: Command, given: readonly string[]): Arguments {
  const { positionals, values: all } = parse(command, given);
  const flags = new Set<string>();
  const values: Record<string, string> = {};
  for (const [name, value] of Object.entries(all)) {
    if (typeof value === "string") values[name] = value;
    else if (value === true) flags.add(name);
  }
  if (!flags.has("help")) checkPositionals(command, positionals);
  const { fixed = [] } = command;
  return { positionals: [...fixed, ...positionals], values, flags };
}

function parse(command: Command, given: readonly string[]) {
  const options = Object.entries(optionsOf(command)).map(([name, { value, short }]) => [
    name,
    {
      type: value === undefined ? ("boolean" as const) : ("string" as const),
      ...(short === undefined ? {} : { short }),
    },
  ]);
  try {
    return parseArgs({
      args: [...given],
      allowPositionals: true,
      options: Object.fromEntries(options) as Record<string, { type: "boolean" | "string" }>,
    });
  } catch (error) {
    // The sentence that follows is about arguments that begin with a dash.
    const [sentence = ""] = (error as Error).message.split(". ");
    throw new ArgumentError(sentence.replace(/\.$/, ""), { cause: error });
  }
}

function checkPositionals({ positionals }: Command, given: readonly string[]): void {
  const { min = 0, max = min, choices, surplus } = positionals ?? {};
  const unknown = given.filter((one) => choices?.includes(one) === false);
  if (unknown.length > 0) throw new ArgumentError(`Unknown argument '${unknown.join("', '")}'`);
  if (given.length < min) throw new ArgumentError(`An argument is missing: ${positionals?.usage}`);
  if (given.length > max) throw new ArgumentError(surplus ?? `Unknown argument '${given[max]}'`);
}

function optionsOf(command: Command): NonNullable<Command["options"]> {
  return {
    ...command.options,
    ...(command.destroys === undefined ? {} : { yes: { about: "does not ask" } }),
    help: { short: "h", about: "prints this, and does nothing" },
  };
}

function helpOf(name: string, command: Command): string {
  const options = Object.entries(optionsOf(command)).map(([option, { value, short, about }]) => ({
    shown: `${short === undefined ? "" : `-${short}, `}--${option}${value === undefined ? "" : ` ${value}`}`,
    about,
  }));
  const given = [command.positionals?.usage, "[option ...]"].filter(Boolean);
  const width = Math.max(...options.map(({ shown }) => shown.length));
  return [
    `Usage: ${usageOf(name, given.join(" "))}`,
    `\n${command.about}\n`,
    ...options.map(({ shown, about }) => `  ${shown.padEnd(width)}  ${about}`),
  ].join("\n");
}

async function isConfirmed(
  name: string,
  { destroys }: Command,
  { flags }: Arguments,
): Promise<boolean> {
  if (destroys === undefined || flags.has("yes")) return true;
  if (!process.stdin.isTTY)
    throw new ArgumentError(
      `${destroys} Nothing was done. Run ${name} on a terminal, which asks first, or add --yes`,
    );
  const terminal = createInterface({
    input: process.stdin,
    output: process.stderr,
  });
  const answer = await terminal
    .question(`${destroys} Go on? [y/N] `)
    // Ctrl+C and Ctrl+D count as a no.
    .catch(() => "no");
  terminal.close();
  if (/^y(es)?$/i.test(answer.trim())) return true;
  console.error("Nothing was done.");
  process.exitCode = 1;
  return false;
}

async function startCommand(
  command: Command,
  args: Arguments,
  given: readonly string[],
): Promise<void> {
  for (const [tool, ...fixed] of command.tools ?? []) {
    const argv = [join(ROOT, tool), ...fixed, ...given];
    if (command.serves === true) {
      runAfterwards(argv);
      return;
    }
    const status = await runTool(argv);
    process.exitCode = status;
    if (status !== 0) return;
  }
  if (command.module === undefined) return;
  // The modules of the product are not loaded for --help.
  const { runCommand } = await import("./command");
  const url = pathToFileURL(join(ROOT, command.module)).href;
  const { main } = (await import(url)) as {
    main: (args: Arguments) => void | Promise<void>;
  };
  await runCommand(() => main(args));
}
