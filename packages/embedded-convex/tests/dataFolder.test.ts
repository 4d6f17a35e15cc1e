import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { isOpenElsewhere, lockDataFolder } from "../src/dataFolder";
import { openSqlite } from "../src/store/driver";
import { StartupError } from "../src/store/errors";

function aFolder() {
  const folder = mkdtempSync(join(tmpdir(), "data-folder-"));
  onTestFinished(() => {
    chmodSync(folder, 0o700);
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

it("creates the folder, and locks it for one process at a time", () => {
  const folder = join(aFolder(), "deep", "data");
  const lock = lockDataFolder(folder);
  expect(() => lockDataFolder(folder)).toThrow(StartupError);
  expect(() => lockDataFolder(folder)).toThrow(
    `Another server is already serving the data folder ${folder}`,
  );
  lock.release();
  lockDataFolder(folder).release();
});

it("creates the folder and the lock file with owner-only permissions", () => {
  const folder = join(aFolder(), "data");
  lockDataFolder(folder).release();
  const modes = [folder, join(folder, "server.lock")].map((path) => statSync(path).mode & 0o777);
  expect(modes).toEqual([0o700, 0o600]);
});

it("releases the lock when the process that holds it is killed", async () => {
  const folder = aFolder();
  // The lock excludes other processes, so the test needs one.
  const driver = resolve("packages/embedded-convex/src/store/driver.ts");
  const holder = spawn(process.execPath, [
    "--import=tsx",
    "--input-type=module",
    "-e",
    `import { openSqlite } from ${JSON.stringify(driver)};
     const lock = openSqlite(${JSON.stringify(join(folder, "server.lock"))}, { timeout: 0 });
     lock.pragma("locking_mode = EXCLUSIVE");
     lock.exec("BEGIN EXCLUSIVE");
     console.log("held");
     setInterval(() => {}, 1000);`,
  ]);
  await once(holder.stdout, "data");
  expect(() => lockDataFolder(folder)).toThrow("Another server");
  holder.kill("SIGKILL");
  await once(holder, "exit");
  lockDataFolder(folder).release();
});

it("finds a database that another process has open, and one that nobody has", async () => {
  const file = join(aFolder(), "data.db");
  expect(isOpenElsewhere(file)).toBe(false);
  const holder = spawn(process.execPath, [
    "--import=tsx",
    "--input-type=module",
    "-e",
    `import { openSqlite } from ${JSON.stringify(resolve("packages/embedded-convex/src/store/driver.ts"))};
     const open = openSqlite(${JSON.stringify(file)});
     open.pragma("journal_mode = WAL");
     open.exec("CREATE TABLE t (a); INSERT INTO t VALUES (1)");
     console.log("open");
     setInterval(() => {}, 1000);`,
  ]);
  await once(holder.stdout, "data");
  expect(isOpenElsewhere(file)).toBe(true);
  holder.kill("SIGKILL");
  await once(holder, "exit");
  expect(isOpenElsewhere(file)).toBe(false);
  const own = openSqlite(file);
  expect(own.prepare("SELECT a FROM t").pluck().get()).toBe(1);
  expect(isOpenElsewhere(file)).toBe(true);
  own.close();
  writeFileSync(file, "damaged ".repeat(1000));
  expect(isOpenElsewhere(file)).toBe(false);
});

it("rejects a path that is a file", () => {
  const file = join(aFolder(), "file");
  writeFileSync(file, "");
  expect(() => lockDataFolder(file)).toThrow(
    /^The data folder .*file cannot be written \((EEXIST|ENOTDIR)\): give this user write permission/,
  );
});

it("rejects a folder that cannot be written", () => {
  const folder = aFolder();
  chmodSync(folder, 0o500);
  // Root can write to a folder with mode 0500, but not to /sys.
  const unwritable = process.getuid?.() === 0 ? "/sys/downspout" : folder;
  expect(() => lockDataFolder(unwritable)).toThrow(/cannot be written \((EACCES|EPERM|EROFS)\)/);
});

it("rejects a lock file that is not a SQLite file", () => {
  const folder = aFolder();
  writeFileSync(join(folder, "server.lock"), "x".repeat(5000));
  expect(() => lockDataFolder(folder)).toThrow(
    /^The file server\.lock in the data folder .* cannot be used \(SQLITE_NOTADB\)/,
  );
});

it.runIf(process.platform === "linux")(
  "rejects a folder that cannot be created, without retrying",
  () => {
    expect(() => lockDataFolder("/proc/downspout/data")).toThrow(
      /^The data folder \/proc\/downspout\/data cannot be written/,
    );
  },
);

it("undoes a lock: what it has made is gone, and what was there or is in use stays", () => {
  const parent = aFolder();
  const folder = join(parent, "deep", "data");
  lockDataFolder(folder).undo();
  expect(existsSync(join(parent, "deep"))).toBe(false);

  const used = lockDataFolder(folder);
  writeFileSync(join(folder, "notes.txt"), "");
  used.undo();
  expect(readdirSync(folder)).toEqual(["notes.txt"]);

  lockDataFolder(folder).release();
  lockDataFolder(folder).undo();
  expect(readdirSync(folder).sort()).toEqual(["notes.txt", "server.lock"]);
});

it("names a missing SQLite driver, and not the lock file, if there is none", async () => {
  vi.resetModules();
  const errors = await import("../src/store/errors");
  vi.doMock("../src/store/driver", () => ({
    openSqlite: () => {
      throw new errors.StartupError("There is no driver.");
    },
  }));
  onTestFinished(() => vi.doUnmock("../src/store/driver"));
  const withoutDriver = await import("../src/dataFolder");
  expect(() => withoutDriver.lockDataFolder(aFolder())).toThrow(/^There is no driver\.$/);
});
