import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { DailyBackups, type DailyBackupsOptions } from "../../../server/backup/dailyBackups";
import { vacuumInto } from "../../../packages/embedded-convex/src/store/databaseCopies";
import { lastBackupAt } from "../../../server/backup/lastBackup";
import { restore } from "../../../server/backup/restore";
import { createLog } from "../../../server/monitoring/log";
import { aFilledFolder, blobsIn, holdingsOf, telling, writeCopies } from "../../support/backups";
import { openFolder } from "../../support/dataFolders";
import { temporaryFolder } from "../../../packages/embedded-convex/tests/support/temporaryFolder";

const DAY_MS = 24 * 60 * 60 * 1000;
const START = Date.UTC(2026, 2, 1, 8);

/** A data folder in use, with a controlled clock and a captured log. */
async function aServed(options: Partial<DailyBackupsOptions> = {}) {
  const dataDir = await aFilledFolder();
  const live = openFolder(dataDir);
  onTestFinished(() => live.close());
  const now = { at: START };
  const lines: string[] = [];
  const open = (other: Partial<DailyBackupsOptions> = {}) =>
    new DailyBackups({
      dataDir,
      log: createLog("info", (line) => lines.push(line)),
      clock: () => now.at,
      isWorthwhile: () => live.engine.hasDocuments(),
      copyDatabase: async (name, to, signal) =>
        name === "data.db"
          ? live.engine.copyDatabase(to, signal)
          : vacuumInto(join(dataDir, name), to),
      ...options,
      ...other,
    });
  const names = () =>
    readdirSync(join(dataDir, "backups"))
      .filter((name) => name !== "last-backup.txt")
      .sort();
  return { dataDir, live, now, lines, names, open, backups: open() };
}

it("makes one backup a day, which can be restored", async () => {
  const { dataDir, live, now, names, backups } = await aServed();
  await backups.runIfDue();
  now.at += DAY_MS / 4;
  await backups.runIfDue();
  expect(names()).toEqual(["2026-03-01T08-00-00Z"]);
  expect(lastBackupAt(dataDir)).toBe(START);

  await live.mutate("customers:create", { customer_name: "Later" });
  now.at = START + DAY_MS;
  await backups.runIfDue();
  expect(names()).toEqual(["2026-03-01T08-00-00Z", "2026-03-02T08-00-00Z"]);

  const [yesterday, today] = names().map((name) => join(dataDir, "backups", name));
  const restored = async (path: string) => {
    const fresh = join(temporaryFolder(), "fresh");
    await restore(telling(fresh, path));
    return holdingsOf(fresh);
  };
  const before = await restored(yesterday!);
  const after = await restored(today!);
  expect(after.customers).toHaveLength((before.customers as []).length + 1);
  await live.close();
  expect(after).toEqual(await holdingsOf(dataDir));
});

it("a backup takes no space for stored files, and is readable by its owner only", async () => {
  const { dataDir, names, backups } = await aServed();
  await backups.runIfDue();
  const made = join(dataDir, "backups", names()[0]!);
  expect(readdirSync(made).sort()).toEqual([
    "accounts.db",
    "accounts.secret",
    "data.db",
    "files",
    "manifest.json",
  ]);
  for (const [name] of blobsIn(dataDir)) {
    expect(statSync(join(made, "files", name)).ino).toBe(
      statSync(join(dataDir, "files", name)).ino,
    );
  }
  expect(statSync(join(dataDir, "backups")).mode & 0o077).toBe(0);
});

it("a backup does not block concurrent writes, and has all data from before its start", async () => {
  const { dataDir, live, names, backups } = await aServed();
  await live.mutate("customers:create", { customer_name: "Before" });
  let isDone = false;
  let written = 0;
  const looking = backups.runIfDue().then(() => (isDone = true));
  while (!isDone) {
    await live.mutate("customers:create", { customer_name: `${written}` });
    written += 1;
  }
  await looking;
  expect(written).toBeGreaterThan(2);
  const fresh = join(temporaryFolder(), "fresh");
  await restore(telling(fresh, join(dataDir, "backups", names()[0]!)));
  expect((await holdingsOf(fresh)).customers).toContainEqual(
    expect.objectContaining({ customer_name: "Before" }),
  );
});

it("keeps the last seven backups, and removes one only after a new one succeeded", async () => {
  const { now, names, backups, open } = await aServed();
  for (let day = 0; day < 9; day++) {
    now.at = START + day * DAY_MS;
    await backups.runIfDue();
  }
  expect(names()[0]).toBe("2026-03-03T08-00-00Z");
  expect(names()).toHaveLength(7);
  now.at += DAY_MS;
  const copyDatabase = () => Promise.reject(new Error("no copy"));
  await open({ copyDatabase }).runIfDue();
  expect(names()).toHaveLength(7);
  expect(names()[0]).toBe("2026-03-03T08-00-00Z");
});

it("other folders are never removed, and a copy made before an update is removed after 30 days", async () => {
  const { dataDir, now, names, backups } = await aServed();
  mkdirSync(join(dataDir, "backups", "mine"), { recursive: true });
  const copy = "before-0.2.0-2026-03-01T07-00-00Z";
  writeCopies(dataDir, { [copy]: { madeAt: "2026-03-01T07:00:00.000Z" } });
  for (const [day, kept] of [
    [29, ["mine", copy]],
    [30, ["mine"]],
  ] as const) {
    now.at = START + day * DAY_MS;
    await backups.runIfDue();
    const others = names().filter((name) => !name.startsWith("2026-"));
    expect(others.sort()).toEqual([...kept].sort());
  }
});

it("makes up for missed days with one backup", async () => {
  const { now, names, backups, open } = await aServed();
  await backups.runIfDue();
  now.at = START + 5 * DAY_MS;
  await open().runIfDue();
  expect(names()).toEqual(["2026-03-01T08-00-00Z", "2026-03-06T08-00-00Z"]);
});

it("skips a folder without data", async () => {
  const { dataDir, backups } = await aServed({ isWorthwhile: () => false });
  await backups.runIfDue();
  expect(existsSync(join(dataDir, "backups"))).toBe(false);
});

it("logs a failure, leaves nothing behind, and retries", async () => {
  let isFull = true;
  const { dataDir, lines, names, open } = await aServed();
  const copyDatabase: DailyBackupsOptions["copyDatabase"] = async (name, to) => {
    if (isFull) {
      writeFileSync(to, "half");
      throw Object.assign(new Error("full"), { code: "SQLITE_FULL" });
    }
    vacuumInto(join(dataDir, name), to);
    return Promise.resolve();
  };
  const backups = open({ copyDatabase });
  await backups.runIfDue();
  expect(lines.join("\n")).toContain(
    "The daily backup could not be made: there is no space left on the disk. It will be retried.",
  );
  expect(names()).toEqual([]);
  expect(lastBackupAt(dataDir)).toBe(null);
  isFull = false;
  await backups.runIfDue();
  expect(names()).toHaveLength(1);
});

it("aborts when the server stops, logs no error, and leaves nothing behind", async () => {
  const { dataDir, live, lines, open } = await aServed();
  let stopped: Promise<void> | undefined;
  const backups: DailyBackups = open({
    copyDatabase: (_name, to, signal) => {
      const copied = live.engine.copyDatabase(to, signal);
      stopped = backups.stop(new Promise(() => undefined));
      return copied;
    },
  });
  await backups.runIfDue();
  await stopped;
  expect(readdirSync(join(dataDir, "backups"))).toEqual([]);
  expect(lines).toEqual([]);
  await backups.runIfDue();
  expect(readdirSync(join(dataDir, "backups"))).toEqual([]);
  await live.mutate("customers:create", { customer_name: "Still here" });
});

it("stops by the deadline even if a backup hangs", async () => {
  const { open } = await aServed();
  const backups = open({ copyDatabase: () => new Promise(() => undefined) });
  void backups.runIfDue();
  await backups.stop(Promise.resolve());
});

it("continues without a missing file, and reports it here and on restore", async () => {
  const { dataDir, lines, names, backups } = await aServed();
  const [lost] = blobsIn(dataDir)[0]!;
  rmSync(join(dataDir, "files", lost));
  await backups.runIfDue();
  expect(lines.join("\n")).toContain(lost);
  const fresh = join(temporaryFolder(), "fresh");
  const copy = join(dataDir, "backups", names()[0]!);
  const { missing } = await restore(telling(fresh, copy));
  expect(missing).toEqual([`files/${lost}`]);
  expect(blobsIn(fresh)).toEqual(blobsIn(dataDir));
});

it("removes the partial backup of a killed server", async () => {
  const { dataDir, names, backups } = await aServed();
  mkdirSync(join(dataDir, "backups", "2026-02-28T08-00-00Z.partial"), {
    recursive: true,
  });
  await backups.runIfDue();
  expect(names()).toEqual(["2026-03-01T08-00-00Z"]);
});
