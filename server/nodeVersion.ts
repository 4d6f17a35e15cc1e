import { StartupError } from "embedded-convex";
/** Which Node the server may run on: SQLite's driver decides, and package.json's `engines` says the same. */

/**
 * From its 24th version on Node aborts the process when a statement of the driver's 12th version is collected as garbage, which
 * may be at any moment. The driver's 13th leaves Node 20 behind.
 */
const FIRST_UNFIT_MAJOR = 24;

/** @throws StartupError */
export function checkNodeVersion(version: string): void {
  if (Number.parseInt(version, 10) < FIRST_UNFIT_MAJOR) return;
  throw new StartupError(
    `Node ${version} does not go together with the SQLite driver of this server: use Node 22, or 20.19 and newer of Node 20.`,
  );
}
