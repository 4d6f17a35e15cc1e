/**
 * The hashed files of earlier releases: a page that was opened before an update can still load its parts.
 *
 * The build empties its folder, and an update may unpack into a new one. So each release is copied into the data folder
 * at its first start, as `releases/<hash of its file names>/`. The time of that folder is the release's last start.
 */
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { errorText, type Log } from "embedded-convex";

/** How many earlier releases are kept, on one machine and hosted. */
export const KEPT_COUNT = 5;

/** A release that is being copied. Not the name of a release, which is a hash. */
const INCOMING = "incoming";

export interface KeepReleaseOptions {
  readonly clientDir: string;
  readonly dataDir: string;
  readonly log: Log;
}

/** Keeps this release, and returns the folders of the ones before, oldest first. */
export function keepRelease(options: KeepReleaseOptions): string[] {
  const assets = join(options.clientDir, "assets");
  if (!existsSync(assets)) return [];
  const releases = join(options.dataDir, "releases");
  try {
    mkdirSync(releases, { recursive: true });
    rmSync(join(releases, INCOMING), { recursive: true, force: true });
    const current = nameOf(assets);
    const folder = join(releases, current);
    if (!existsSync(folder)) copy(assets, join(releases, INCOMING), folder);
    const now = new Date();
    utimesSync(folder, now, now);
    const earlier = byTime(releases).filter((name) => name !== current);
    for (const name of earlier.splice(0, earlier.length - KEPT_COUNT))
      rmSync(join(releases, name), { recursive: true, force: true });
    return earlier.map((name) => join(releases, name));
  } catch (error) {
    // Only pages from before an update would miss them.
    options.log.warn("the files of earlier releases cannot be kept", {
      error: errorText(error),
    });
    return [];
  }
}

/** The names contain hashes of the contents. */
function nameOf(assets: string): string {
  const names = readdirSync(assets).sort().join("\n");
  return createHash("sha256").update(names).digest("hex").slice(0, 16);
}

/** A folder of that name is complete, also after a power cut: each file is on the disk before the folder is renamed. */
function copy(assets: string, incoming: string, folder: string): void {
  mkdirSync(incoming);
  for (const name of readdirSync(assets)) {
    const content = readFileSync(join(assets, name));
    writeFileSync(join(incoming, name), content, { flush: true });
  }
  renameSync(incoming, folder);
}

function byTime(releases: string): string[] {
  return readdirSync(releases)
    .map((name) => ({ name, time: statSync(join(releases, name)).mtimeMs }))
    .sort((one, other) => one.time - other.time)
    .map(({ name }) => name);
}
