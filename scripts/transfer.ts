/** The arguments of `npm run export` and `npm run import`. */
import { loadEnvFile, readConfig } from "../server/config";
import type { Arguments } from "./commandLine";

export interface TransferArguments {
  /** The ZIP file. */
  readonly path: string | undefined;
  readonly mapping: string | undefined;
  /** The id of the only workspace that is transferred. */
  readonly only: string | undefined;
  readonly dataDir: string;
}

export function readTransferArguments({
  positionals,
  values: { mapping, only },
}: Arguments): TransferArguments {
  loadEnvFile();
  const { dataDir } = readConfig(process.env);
  return { path: positionals[0], mapping, only, dataDir };
}

export function noRowsSentence(workspace: string): string {
  return `The workspace ${workspace} has no rows there.`;
}
