/**
 * Which versions of Node the product runs on; package.json's `engines` says the same. A module without imports, in
 * JavaScript that old versions can parse: it runs before any other code, which may not load there.
 */

/**
 * The oldest minor version of each major one. Node 22 has `node:sqlite` with FTS5 and `backup` since 22.16.
 *
 * @type {Record<number, number>}
 */
const OLDEST_MINORS = { 20: 19, 22: 16, 24: 0 };
/** This major version and all newer ones are supported. */
const NEWEST_MAJOR = 26;

/**
 * @param {string} version
 * @param {boolean} hasDriver whether better-sqlite3 may be installed, which Node 20 needs
 * @returns {string | null} what to use instead; null if the version is supported
 */
export function unsupportedNode(version, hasDriver = true) {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const oldest = major === 20 && !hasDriver ? undefined : OLDEST_MINORS[major];
  if (major >= NEWEST_MAJOR || minor >= (oldest ?? Infinity)) return null;
  return `Node ${version} is not supported: use Node 24, 26 or newer, ${hasDriver ? "22.16 or newer of Node 22, or 20.19 or newer of Node 20" : "or 22.16 or newer of Node 22"}.`;
}
