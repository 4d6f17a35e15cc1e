import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import type { Log } from "embedded-convex";
import { keepRelease } from "../../../server/http/releases";

function folders() {
  const root = mkdtempSync(join(tmpdir(), "releases-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const clientDir = join(root, "client");
  const dataDir = join(root, "data");
  mkdirSync(dataDir);
  const warnings: string[] = [];
  const ignore = () => undefined;
  const log: Log = {
    debug: ignore,
    info: ignore,
    warn: (event) => warnings.push(event),
    error: ignore,
  };
  let starts = 0;
  /** Builds the release as a build does, which empties its folder, and starts its server. */
  const start = (release: string) => {
    rmSync(clientDir, { recursive: true, force: true });
    mkdirSync(join(clientDir, "assets"), { recursive: true });
    writeFileSync(join(clientDir, "assets", `main-${release}.js`), release);
    const kept = keepRelease({ clientDir, dataDir, log });
    // A minute between starts, in place of the file system's resolution.
    starts += 1;
    for (const name of releasesIn(dataDir)) {
      const folder = join(dataDir, "releases", name);
      const isCurrent = existsSync(join(folder, `main-${release}.js`));
      const time = isCurrent ? starts * 60 : statSync(folder).mtimeMs / 1000;
      utimesSync(folder, time, time);
    }
    return kept.map((folder) => readdirSync(folder).join());
  };
  return { clientDir, dataDir, warnings, log, start };
}

function releasesIn(dataDir: string): string[] {
  return readdirSync(join(dataDir, "releases"));
}

it("keeps the files of the five releases before, oldest first", () => {
  const { start, dataDir, warnings } = folders();
  expect(start("release1")).toEqual([]);
  expect(start("release2")).toEqual(["main-release1.js"]);
  for (const number of [3, 4, 5, 6]) start(`release${number}`);
  expect(start("release7")).toEqual([2, 3, 4, 5, 6].map((number) => `main-release${number}.js`));
  expect(releasesIn(dataDir)).toHaveLength(6);
  expect(warnings).toEqual([]);
});

it("a restart does not count as a release", () => {
  const { start } = folders();
  start("release1");
  start("release2");
  expect(start("release2")).toEqual(["main-release1.js"]);
});

it("keeps a release that was left and came back", () => {
  const { start } = folders();
  for (const number of [1, 2, 3]) start(`release${number}`);
  expect(start("release1")).toEqual(["main-release2.js", "main-release3.js"]);
  for (const number of [4, 5, 6, 7]) start(`release${number}`);
  expect(start("release8")).toContain("main-release1.js");
});

it("copies a release again whose copy was interrupted", () => {
  const { start, dataDir } = folders();
  const incoming = join(dataDir, "releases", "incoming");
  mkdirSync(incoming, { recursive: true });
  writeFileSync(join(incoming, "main-release1.js"), "rel");
  start("release1");
  expect(existsSync(incoming)).toBe(false);
  start("release2");
  const [first = ""] = releasesIn(dataDir).filter((name) =>
    existsSync(join(dataDir, "releases", name, "main-release1.js")),
  );
  const copied = join(dataDir, "releases", first, "main-release1.js");
  expect(readFileSync(copied, "utf8")).toBe("release1");
});

it("starts without earlier releases if they cannot be kept, and logs it", () => {
  const { clientDir, dataDir, log, warnings } = folders();
  mkdirSync(join(clientDir, "assets"), { recursive: true });
  writeFileSync(join(dataDir, "releases"), "not a folder");
  expect(keepRelease({ clientDir, dataDir, log })).toEqual([]);
  expect(warnings).toEqual(["the files of earlier releases cannot be kept"]);
});

it("keeps nothing before the client is built", () => {
  const { clientDir, dataDir, log } = folders();
  expect(keepRelease({ clientDir, dataDir, log })).toEqual([]);
  expect(existsSync(join(dataDir, "releases"))).toBe(false);
});
