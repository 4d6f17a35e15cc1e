/** What `npm run export` and `npm run import` have in common: how they are told things, and how they say no. */
import { parseArgs } from "node:util";
import { loadEnvFile, readConfig } from "../server/config";

export interface Order {
  /** The ZIP file. */
  readonly path: string | undefined;
  readonly mapping: string | undefined;
  readonly workspaces: boolean;
  readonly dataDir: string;
}

export function readOrder(args: readonly string[]): Order {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      mapping: { type: "string" },
      workspaces: { type: "boolean", default: false },
    },
  });
  loadEnvFile();
  const { dataDir } = readConfig(process.env);
  const { mapping, workspaces } = values;
  return { path: positionals[0], mapping, workspaces, dataDir };
}

/** A sentence for what a person can act upon, the stack for a fault of ours. */
export async function carryOut(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    process.exitCode = 1;
    console.error(isExpected(error) ? error.message : error);
  }
}

const EXPECTED = ["StartupError", "DeveloperError", "BadZip"];

function isExpected(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: string };
  return (
    EXPECTED.includes(error.name) ||
    code === "EEXIST" ||
    code === "ENOENT" ||
    code?.startsWith("ERR_PARSE_ARGS") === true
  );
}
