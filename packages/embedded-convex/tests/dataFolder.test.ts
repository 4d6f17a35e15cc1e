import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  mkdtempSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { holdDataFolder } from "../src/dataFolder";
import { StartupError } from "../src/store/errors";

function aFolder() {
  const folder = mkdtempSync(join(tmpdir(), "data-folder-"));
  onTestFinished(() => {
    chmodSync(folder, 0o700);
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

it("makes the folder, and holds it for one at a time", () => {
  const folder = join(aFolder(), "deep", "data");
  const held = holdDataFolder(folder);
  expect(() => holdDataFolder(folder)).toThrow(StartupError);
  expect(() => holdDataFolder(folder)).toThrow(
    `Another server is already serving the data folder ${folder}`,
  );
  held.release();
  holdDataFolder(folder).release();
});

it("keeps what it makes from the other users of the machine", () => {
  const folder = join(aFolder(), "data");
  holdDataFolder(folder).release();
  const modes = [folder, join(folder, "server.lock")].map(
    (path) => statSync(path).mode & 0o777,
  );
  expect(modes).toEqual([0o700, 0o600]);
});

it("is free again when the process that held it was killed", async () => {
  const folder = aFolder();
  // Another process, as that is what the lock is between.
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
  expect(() => holdDataFolder(folder)).toThrow("Another server");
  holder.kill("SIGKILL");
  await once(holder, "exit");
  holdDataFolder(folder).release();
});

it("says so where the path is a file", () => {
  const file = join(aFolder(), "file");
  writeFileSync(file, "");
  expect(() => holdDataFolder(file)).toThrow(
    /^The data folder .*file cannot be written \((EEXIST|ENOTDIR)\): give this user write permission/,
  );
});

it("says so where the folder cannot be written", () => {
  const folder = aFolder();
  chmodSync(folder, 0o500);
  // Root may write where no one else may, but not there.
  const unwritable = process.getuid?.() === 0 ? "/sys/downspout" : folder;
  expect(() => holdDataFolder(unwritable)).toThrow(
    /cannot be written \((EACCES|EPERM|EROFS)\)/,
  );
});

it("leaves a lock file alone that is no lock, and says so", () => {
  const folder = aFolder();
  writeFileSync(join(folder, "server.lock"), "x".repeat(5000));
  expect(() => holdDataFolder(folder)).toThrow(
    /^The file server\.lock in the data folder .* cannot be used \(SQLITE_NOTADB\)/,
  );
});

it.runIf(process.platform === "linux")(
  "refuses a folder in which none can be made, at once",
  () => {
    expect(() => holdDataFolder("/proc/downspout/data")).toThrow(
      /^The data folder \/proc\/downspout\/data cannot be written/,
    );
  },
);
