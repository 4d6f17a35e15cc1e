import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import type * as Files from "node:fs/promises";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { BackgroundSync } from "../../src/store/backgroundSync";
import { openDatabase } from "../../src/store/sqlite";
import { syncFile, syncFolder, syncFolderNow } from "../../src/store/syncFolder";
import { rulesOf, thisSystem } from "../../src/store/systems";
import { temporaryFolder } from "../support/temporaryFolder";

/** What Windows does with handles, while its rules are in force. */
vi.mock("node:fs/promises", async (load) => {
  const files = await load<typeof Files>();
  const isWindows = () => thisSystem.rules === rulesOf("win32");
  const refuse = (code: string) => Object.assign(new Error(code), { code });
  return {
    ...files,
    open: async (path: string, flags: string) => {
      if (isWindows() && statSync(path).isDirectory()) throw refuse("EISDIR");
      const handle = await files.open(path, flags);
      if (isWindows() && flags === "r") handle.sync = () => Promise.reject(refuse("EPERM"));
      return handle;
    },
  };
});

function standInFor(system: NodeJS.Platform): void {
  const { rules } = thisSystem;
  thisSystem.rules = rulesOf(system);
  onTestFinished(() => void (thisSystem.rules = rules));
}

it.each(["linux", "darwin", "win32"] as const)("syncs files and folders on %s", async (system) => {
  standInFor(system);
  const folder = temporaryFolder();
  const file = join(folder, "file");
  writeFileSync(file, "text");
  mkdirSync(join(folder, "inner"));
  await syncFile(file);
  await syncFolder(join(folder, "inner"));
  syncFolderNow(folder);
  const syncing = new BackgroundSync(file, 1);
  syncing.written(1);
  await syncing.close();
});

it("one file of the package asks which system it is", () => {
  const root = join(import.meta.dirname, "../../src");
  const asking = readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith("ts"))
    .filter((name) =>
      /process\.platform|win32|darwin/.test(readFileSync(join(root, name), "utf8")),
    );
  expect(asking).toEqual([join("store", "systems.ts")]);
});

it("the stand-in for Windows refuses what Windows refuses", async () => {
  const folder = temporaryFolder();
  const file = join(folder, "file");
  writeFileSync(file, "text");
  const { open } = await import("node:fs/promises");
  standInFor("win32");
  const handle = await open(file, "r");
  await expect(handle.sync()).rejects.toThrow("EPERM");
  await handle.close();
  await expect(open(folder, "r")).rejects.toThrow("EISDIR");
});

it.each([
  ["linux", 0],
  ["darwin", 1],
  ["win32", 0],
] as const)("a commit reaches the disk and not only its memory: %s", (system, full) => {
  standInFor(system);
  const sqlite = openDatabase(temporaryFolder());
  const set = ["fullfsync", "checkpoint_fullfsync", "synchronous"].map((name) =>
    sqlite.pragma(name, { simple: true }),
  );
  sqlite.close();
  expect(set).toEqual([full, full, 2]);
});
