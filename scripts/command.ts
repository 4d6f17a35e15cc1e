/** Runs a command-line script and reports its errors. */
import { DeveloperError, StartupError } from "embedded-convex";
import { BadZip } from "../server/zip/zipReader";

/** Expected errors print their message; bugs print the stack. */
export async function runCommand(command: () => void | Promise<void>): Promise<void> {
  try {
    await command();
  } catch (error) {
    process.exitCode = 1;
    console.error(isExpected(error) ? error.message : error);
  }
}

const EXPECTED = [StartupError, BadZip, DeveloperError];

function isExpected(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  // DeveloperError: a document that does not match the schema, or refers to none.
  if (EXPECTED.some((expected) => error instanceof expected)) return true;
  const { code, syscall } = error as { code?: string; syscall?: string };
  // What the system refuses names its reason and the path: `EACCES: permission denied, open 'moving.zip'`.
  return syscall !== undefined || code?.startsWith("ERR_PARSE_ARGS") === true;
}
