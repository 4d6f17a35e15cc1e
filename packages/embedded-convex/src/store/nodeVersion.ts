/** Which versions of Node the store runs on; package.json's `engines` says the same. */
import { StartupError } from "./errors";

/** The oldest minor version of each major one. Node 22 has `node:sqlite` with FTS5 and `backup` since 22.16. */
const OLDEST_MINORS: Readonly<Record<number, number>> = {
  20: 19,
  22: 16,
  24: 0,
};
/** This major version and all newer ones are supported. */
const NEWEST_MAJOR = 26;

/** @throws StartupError */
export function checkNodeVersion(version: string): void {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (major >= NEWEST_MAJOR || minor >= (OLDEST_MINORS[major] ?? Infinity))
    return;
  throw new StartupError(
    `Node ${version} is not supported: use Node 24, 26 or newer, 22.16 or newer of Node 22, or 20.19 or newer of Node 20.`,
  );
}
