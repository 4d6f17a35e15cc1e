/**
 * `npm run reset-password -- EMAIL [--stdin]`: a new password for a person of this machine's accounts, who is signed out everywhere.
 * The server may run or not. The password is made and printed, or read from stdin; it is never an argument, which every program of
 * the machine could read.
 */
import { randomInt } from "node:crypto";
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { parseArgs } from "node:util";
import { StartupError } from "embedded-convex";
import { resetPassword } from "../server/accounts/resetPassword";
import { loadEnvFile, readConfig } from "../server/config";
import { carryOut } from "./moving";

const USAGE = `npm run reset-password -- EMAIL            makes a password and prints it
npm run reset-password -- EMAIL --stdin    reads the password from the terminal or a pipe`;

/** Without the letters and digits that are taken for one another. */
const ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789";

await carryOut(async () => {
  const { email, isAsked } = readArguments(process.argv.slice(2));
  // What SQLite puts beside the file is nobody else's on this machine either.
  process.umask(0o077);
  loadEnvFile();
  const { dataDir } = readConfig(process.env);
  const password = isAsked ? await askPassword() : madePassword();
  const reset = await resetPassword({ dataDir, email, password });
  if (!isAsked) console.log(password);
  console.error(
    `${reset.name} (${reset.email}) has a new password, and was signed out everywhere (${reset.sessions}). A page that is open somewhere can go on for 15 minutes at most.`,
  );
});

function readArguments(args: string[]): { email: string; isAsked: boolean } {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { stdin: { type: "boolean", default: false } },
  });
  const [email, ...more] = positionals;
  if (email === undefined) throw new StartupError(USAGE);
  if (more.length > 0) {
    throw new StartupError(
      `A password is never given as an argument, where others can read it. Nothing was changed.\n${USAGE}`,
    );
  }
  return { email, isAsked: values.stdin };
}

/** 100 bits, in groups that can be read out over the telephone. */
function madePassword(): string {
  const group = () =>
    Array.from({ length: 5 }, () => ALPHABET[randomInt(ALPHABET.length)]);
  return [1, 2, 3, 4].map(() => group().join("")).join("-");
}

/** One line, which a terminal does not show. */
async function askPassword(): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _coding, done) => done() });
  const isTerminal = process.stdin.isTTY;
  if (isTerminal) process.stderr.write("New password: ");
  const lines = createInterface({
    input: process.stdin,
    output: nowhere,
    terminal: isTerminal,
  });
  try {
    for await (const line of lines) return line;
    return "";
  } finally {
    lines.close();
    if (isTerminal) process.stderr.write("\n");
  }
}
