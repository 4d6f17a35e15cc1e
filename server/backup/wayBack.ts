/** The end of the sentence that refuses newer data: how to go back to this version, and what that loses. */
import { join } from "node:path";
import { readFormat, type SchemaMismatch, StartupError } from "embedded-convex";
import { ageOf, type DataVersions, UNREAD_VERSION } from "./dataVersions";
import { ACCOUNTS, ACCOUNTS_FORMAT } from "./entryNames";
import { productVersion } from "../program";
import { readFolderCopies } from "./folderCopy";

/** Names the newest copy in the data folder that this program can restore and open. */
export async function wayBack(dataDir: string, program: DataVersions): Promise<string> {
  const copies = (await readFolderCopies(dataDir)).filter(
    ({ path, manifest }) =>
      ["own", "earlier"].includes(ageOf(manifest, program)) &&
      // Manifests of earlier versions do not name the format of the accounts.
      readFormat(join(path, ACCOUNTS)) <= ACCOUNTS_FORMAT,
  );
  const copy = copies.at(-1);
  const what =
    copy === undefined
      ? "a backup of this version"
      : `${copy.path} (${copy.manifest.documents} documents)`;
  const since = copy === undefined ? "since then" : `since ${copy.manifest.madeAt}`;
  return `go back by restoring ${what} into another folder, which loses everything that was entered ${since}, also new accounts and passwords.`;
}

/**
 * The error for data that the schema of this version does not allow, which a newer version, or one before 0.2.0, can
 * store in the same format. Names no values of the document, which may be a person's: the sentence ends up in logs.
 */
export async function newerSchemaError(
  dataDir: string,
  program: DataVersions,
  mismatch: SchemaMismatch,
): Promise<StartupError> {
  const [problem = ""] = mismatch.message.split("\n");
  return new StartupError(
    `The data in ${dataDir} do not fit version ${productVersion()} of this program. ${problem} Nothing was changed. If a newer version or version ${UNREAD_VERSION} ran before, start that one again; or ${await wayBack(dataDir, program)}`,
    { cause: mismatch },
  );
}
