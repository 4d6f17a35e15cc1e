/** The arguments of `npm run export` and `npm run import`. */
import { parseArgs } from "node:util";
import { loadEnvFile, readConfig } from "../server/config";

export interface TransferArguments {
  /** The ZIP file. */
  readonly path: string | undefined;
  readonly mapping: string | undefined;
  /** The id of the only workspace that is transferred. */
  readonly only: string | undefined;
  readonly workspaces: boolean;
  readonly dataDir: string;
}

export function readTransferArguments(
  args: readonly string[],
): TransferArguments {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      mapping: { type: "string" },
      only: { type: "string" },
      workspaces: { type: "boolean", default: false },
    },
  });
  loadEnvFile();
  const { dataDir } = readConfig(process.env);
  const { mapping, only, workspaces } = values;
  return { path: positionals[0], mapping, only, workspaces, dataDir };
}

export function noRowsSentence(workspace: string): string {
  return `The workspace ${workspace} has no rows there.`;
}
