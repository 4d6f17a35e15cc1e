/** Runs a command-line script and reports its errors. */
import { StartupError } from "embedded-convex";
import { BadZip } from "../server/zip/zipReader";

/** Expected errors print their message; bugs print the stack. */
export async function runCommand(command: () => Promise<void>): Promise<void> {
  try {
    await command();
  } catch (error) {
    process.exitCode = 1;
    console.error(isExpected(error) ? error.message : error);
  }
}

function isExpected(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  if (error instanceof StartupError || error instanceof BadZip) return true;
  // embedded-convex throws DeveloperError for invalid documents, and does not export it.
  if (error.name === "DeveloperError") return true;
  const { code } = error as { code?: string };
  return (
    code === "EEXIST" ||
    code === "ENOENT" ||
    code?.startsWith("ERR_PARSE_ARGS") === true
  );
}
