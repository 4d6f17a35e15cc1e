/**
 * `npm run reset-password -- EMAIL [--stdin]`: sets a new password for an account and signs it out everywhere. The
 * server may be running. The password is generated and printed, or read from stdin. It is never an argument, since
 * other processes can read those.
 */
import { randomInt } from "node:crypto";
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { parseArgs } from "node:util";
import { StartupError } from "embedded-convex";
import { resetPassword } from "../server/accounts/resetPassword";
import { loadEnvFile, readConfig } from "../server/config";
import { runCommand } from "./command";

const USAGE = `npm run reset-password -- EMAIL            generates a password and prints it
npm run reset-password -- EMAIL --stdin    reads the password from the terminal or a pipe`;

/** Without letters and digits that look alike. */
const ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789";

await runCommand(async () => {
  const { email, fromStdin } = readArguments(process.argv.slice(2));
  // SQLite's -wal and -shm files are created readable by their owner only.
  process.umask(0o077);
  loadEnvFile();
  const { dataDir } = readConfig(process.env);
  const password = fromStdin ? await readPassword() : generatePassword();
  const reset = await resetPassword({ dataDir, email, password });
  if (!fromStdin) console.log(password);
  console.error(
    `${reset.name} (${reset.email}) has a new password and was signed out everywhere (${reset.sessions}), on open pages too.`,
  );
});

function readArguments(args: string[]): { email: string; fromStdin: boolean } {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { stdin: { type: "boolean", default: false } },
  });
  const [email, ...more] = positionals;
  if (email === undefined) throw new StartupError(USAGE);
  if (more.length > 0) {
    throw new StartupError(
      `Do not pass the password as an argument: other users of this machine can read it. Nothing was changed.\n${USAGE}`,
    );
  }
  return { email, fromStdin: values.stdin };
}

/** 100 random bits, in groups that are easy to read out. */
function generatePassword(): string {
  const group = () =>
    Array.from({ length: 5 }, () => ALPHABET[randomInt(ALPHABET.length)]);
  return [1, 2, 3, 4].map(() => group().join("")).join("-");
}

/** Reads one line. A terminal does not echo it. */
async function readPassword(): Promise<string> {
  const discard = new Writable({ write: (_chunk, _coding, done) => done() });
  const isTerminal = process.stdin.isTTY;
  if (isTerminal) process.stderr.write("New password: ");
  const lines = createInterface({
    input: process.stdin,
    output: discard,
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
