/** The end of the sentence that refuses newer data: how to go back to this version, and what that loses. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readFormat, type SchemaMismatch, StartupError } from "embedded-convex";
import { ACCOUNTS, ACCOUNTS_FORMAT } from "./entryNames";
import { productVersion } from "../program";
import { backupsFolder, folderCopies } from "./folderCopy";
import { type Manifest, MANIFEST_NAME, parseManifest } from "./manifest";

/** Of the copies in the data folder that this version can restore and that `accepts` accepts, it names the newest. */
export async function wayBack(
  dataDir: string,
  accepts: (manifest: Manifest) => boolean = () => true,
): Promise<string> {
  const copies = (await folderCopies(dataDir))
    .map((name) => join(backupsFolder(dataDir), name))
    .flatMap((path) => restorableCopy(path))
    .filter(accepts)
    .sort((a, b) => a.madeAt.localeCompare(b.madeAt));
  const copy = copies.at(-1);
  const what =
    copy === undefined
      ? "a backup of this version"
      : `${copy.path} (${copy.documents} documents)`;
  const since = copy === undefined ? "since then" : `since ${copy.madeAt}`;
  return `go back by restoring ${what} into another folder, which loses everything that was entered ${since}, also new accounts and passwords.`;
}

/**
 * A newer version can store what the schema of this one does not have, in the same format. Copies of this version fit.
 * Without the values of the document, which may be a person's: the sentence ends up in logs.
 */
export async function newerSchemaError(
  dataDir: string,
  mismatch: SchemaMismatch,
): Promise<StartupError> {
  const [problem = ""] = mismatch.message.split("\n");
  const way = await wayBack(
    dataDir,
    ({ appVersion }) => appVersion === productVersion(),
  );
  return new StartupError(
    `The data in ${dataDir} do not fit version ${productVersion()} of this program. ${problem} Nothing was changed. If a newer version ran before, start that one again; or ${way}`,
    { cause: mismatch },
  );
}

/** The manifest of a copy with its path; nothing for a copy that this version cannot restore. */
function restorableCopy(path: string): (Manifest & { path: string })[] {
  try {
    const text = readFileSync(join(path, MANIFEST_NAME), "utf8");
    const manifest = parseManifest(text, path);
    const accounts = readFormat(join(path, ACCOUNTS));
    return accounts > ACCOUNTS_FORMAT ? [] : [{ ...manifest, path }];
  } catch {
    // A damaged copy, or one of the newer version: another one is offered.
    return [];
  }
}
