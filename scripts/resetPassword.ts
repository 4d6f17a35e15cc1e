/**
 * `npm run reset-password`: sets a new password for an account and signs it out everywhere. The
 * server may be running. The password is generated and printed, or read from stdin. It is never an argument, since
 * other processes can read those.
 */
import { randomInt } from "node:crypto";
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { resetPassword } from "../server/accounts/resetPassword";
import { loadEnvFile, readConfig } from "../server/config";
import type { Arguments } from "./commandLine";

/** Contains no letters and digits that look alike. */
const ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789";

export async function main({ positionals: [email = ""], flags }: Arguments): Promise<void> {
  const fromStdin = flags.has("stdin");
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
}

/** 100 random bits, in groups that are easy to read out. */
function generatePassword(): string {
  const group = () => Array.from({ length: 5 }, () => ALPHABET[randomInt(ALPHABET.length)]);
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
