import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openSqlite, readFormat, schemaFingerprint, StartupError } from "embedded-convex";
import { versionsOfProgram } from "../../../server/backup/dataVersions";
import { ACCOUNTS_FORMAT } from "../../../server/backup/entryNames";
import { copyBeforeUpdate } from "../../../server/backup/updateCopy";
import { restore } from "../../../server/backup/restore";
import { readDatabase } from "../../../server/backup/snapshot";
import { createServer } from "../../../server/createServer";
import { loadModules } from "../../../server/modules";
import { createLog } from "../../../server/monitoring/log";
import { productVersion } from "../../../server/program";
import { MIGRATIONS } from "../../../packages/embedded-convex/src/store/migrations";
import { aFilledFolder, blobsIn, holdingsOf, telling, writeCopies } from "../../support/backups";
import { temporaryFolder } from "../../../packages/embedded-convex/tests/support/temporaryFolder";

const AT = Date.UTC(2026, 2, 14, 8);
const COPY_NAME = `before-${productVersion()}-2026-03-14T08-00-00Z`;
const PROGRAM = versionsOfProgram(loadModules());

/** A data folder in format 1. */
async function anOldFolder(): Promise<string> {
  const dataDir = await aFilledFolder();
  const sqlite = openSqlite(join(dataDir, "data.db"));
  sqlite.exec("ALTER TABLE session_requests DROP COLUMN asked");
  sqlite.pragma("user_version = 1");
  sqlite.close();
  return dataDir;
}

function setFormat(folder: string, file: string, format: number): void {
  const sqlite = openSqlite(join(folder, file));
  sqlite.pragma(`user_version = ${format}`);
  sqlite.close();
}

async function documentsIn(copy: string): Promise<number> {
  const { signal } = new AbortController();
  return (await readDatabase(join(copy, "data.db"), signal)).documents;
}

function formatIn(folder: string): number {
  const sqlite = openSqlite(join(folder, "data.db"));
  const format = Number(sqlite.pragma("user_version", { simple: true }));
  sqlite.close();
  return format;
}

it("copies the whole folder before an older format is upgraded, and says where", async () => {
  const dataDir = await anOldFolder();
  const blobs = blobsIn(dataDir);
  // Not a valid accounts database.
  rmSync(join(dataDir, "accounts.db"));
  const server = await createServer({
    dataDir,
    port: 0,
    host: "127.0.0.1",
    signUps: "invite",
    clientDir: null,
    log: createLog("silent"),
  });
  await server.close();
  expect(server.notes).toEqual([
    expect.stringMatching(/^the data before this update are copied to \//),
  ]);
  expect(formatIn(dataDir)).toBe(MIGRATIONS.length);
  const [name = ""] = readdirSync(join(dataDir, "backups"));
  expect(name).toMatch(new RegExp(`^before-${productVersion()}-\\d{4}-\\d\\d-\\d\\dT[-\\d]+Z$`));
  const copy = join(dataDir, "backups", name);
  expect(server.notes[0]).toContain(copy);
  expect(formatIn(copy)).toBe(1);
  expect(blobsIn(copy)).toEqual(blobs);
});

it("a backup in the old format can be restored, and is upgraded at the next start", async () => {
  const dataDir = await anOldFolder();
  const copy = await copyBeforeUpdate(dataDir, { madeAt: AT });
  expect(copy).toBe(join(dataDir, "backups", COPY_NAME));
  const fresh = join(temporaryFolder(), "fresh");
  await restore(telling(fresh, copy!));
  expect(formatIn(fresh)).toBe(1);
  expect(await holdingsOf(fresh)).toEqual(await holdingsOf(dataDir));
  expect(formatIn(fresh)).toBe(MIGRATIONS.length);
});

it("skips a folder with the program's versions or without a database", async () => {
  const dataDir = await aFilledFolder();
  for (const program of [PROGRAM, undefined]) {
    expect(await copyBeforeUpdate(dataDir, { program })).toBe(null);
    expect(await copyBeforeUpdate(temporaryFolder(), { program })).toBe(null);
  }
  expect(existsSync(join(dataDir, "backups"))).toBe(false);
});

it("stops the start if the backup fails, and changes nothing", async () => {
  const dataDir = await anOldFolder();
  const before = readFileSync(join(dataDir, "data.db"));
  const full = Object.assign(new Error("full"), { code: "ENOSPC" });
  const copyDatabase = () => Promise.reject(full);
  await expect(copyBeforeUpdate(dataDir, { copyDatabase })).rejects.toThrow(
    /^The data in \S+ are those of another version than \S+, which changes them, and the copy of them as they are could not be made: there is no space left on the disk\. It needs \d+ MB\. Nothing was changed\.$/,
  );
  expect(readdirSync(join(dataDir, "backups"))).toEqual([]);

  // A file is in the place of the backups folder.
  rmSync(join(dataDir, "backups"), { recursive: true });
  writeFileSync(join(dataDir, "backups"), "");
  const starting = createServer({
    dataDir,
    port: 0,
    host: "127.0.0.1",
    signUps: "invite",
    clientDir: null,
    log: createLog("silent"),
  });
  await expect(starting).rejects.toThrow(
    /are those of another version .* could not be made: \w+\. It needs \d+ MB\. Nothing was changed\.$/,
  );
  expect(readFileSync(join(dataDir, "data.db")).equals(before)).toBe(true);
});

it("backs up the folder before only the accounts are upgraded", async () => {
  const dataDir = await aFilledFolder();
  setFormat(dataDir, "accounts.db", ACCOUNTS_FORMAT - 1);
  const copy = await copyBeforeUpdate(dataDir, { madeAt: AT });
  expect(copy).not.toBe(null);
  expect(readFormat(join(copy!, "accounts.db"))).toBe(ACCOUNTS_FORMAT - 1);
});

it.each([
  { what: "data", file: "data.db", known: MIGRATIONS.length },
  { what: "accounts", file: "accounts.db", known: ACCOUNTS_FORMAT },
])(
  "refuses newer $what, with the copy to go back to and what that loses",
  async ({ what, file, known }) => {
    const dataDir = await aFilledFolder();
    setFormat(dataDir, "accounts.db", ACCOUNTS_FORMAT - 1);
    const copy = await copyBeforeUpdate(dataDir, { madeAt: AT });
    setFormat(dataDir, file, known + 1);
    const before = [
      readFileSync(join(dataDir, "data.db")),
      readFileSync(join(dataDir, "accounts.db")),
    ];
    const documents = await documentsIn(copy!);
    await expect(copyBeforeUpdate(dataDir)).rejects.toThrow(
      new StartupError(
        `The ${what} in ${dataDir} were written by a newer version of this program (format ${known + 1}, this one knows up to ${known}). Nothing was changed. Start the newer version again; or go back by restoring ${copy} (${documents} documents) into another folder, which loses everything that was entered since 2026-03-14T08:00:00.000Z, also new accounts and passwords.`,
      ),
    );
    expect([
      readFileSync(join(dataDir, "data.db")),
      readFileSync(join(dataDir, "accounts.db")),
    ]).toEqual(before);
  },
);

it("refuses data with rows that only version 0.1.0 reads, and changes nothing", async () => {
  const dataDir = await aFilledFolder();
  const file = join(dataDir, "data.db");
  const sqlite = openSqlite(file);
  sqlite.exec(`
    INSERT INTO tables (number, name) VALUES (19999, 'jobSearch');
    INSERT INTO documents (table_number, id, size, json)
      VALUES (19999, 'one', 2, '{"searchText":" elm"}');
  `);
  sqlite.close();
  const before = readFileSync(file);
  for (const program of [PROGRAM, undefined])
    await expect(copyBeforeUpdate(dataDir, { program })).rejects.toThrow(
      new StartupError(
        `The data in ${dataDir} are those of version 0.1.0 of this program, which this version cannot read. Nothing was changed. Start version 0.1.0 on them again.`,
      ),
    );
  expect(readFileSync(file).equals(before)).toBe(true);
  expect(existsSync(join(dataDir, "backups"))).toBe(false);
});

it("does not offer a copy whose accounts are newer too", async () => {
  const dataDir = await aFilledFolder();
  setFormat(dataDir, "accounts.db", ACCOUNTS_FORMAT - 1);
  const copy = await copyBeforeUpdate(dataDir, { madeAt: AT });
  setFormat(copy!, "accounts.db", ACCOUNTS_FORMAT + 1);
  setFormat(dataDir, "accounts.db", ACCOUNTS_FORMAT + 1);
  await expect(copyBeforeUpdate(dataDir)).rejects.toThrow(
    "by restoring a backup of this version into another folder, which loses everything that was entered since then,",
  );
});

type Tables = NonNullable<(typeof PROGRAM)["tables"]>;

/** A program with another schema. */
function withTables(change: (tables: Tables) => Tables) {
  const tables = change(PROGRAM.tables ?? []);
  return { ...PROGRAM, tables, schema: schemaFingerprint(tables) };
}

const byName = (tables: Tables, name: string) => {
  const table = tables.find((one) => one.name === name);
  if (table === undefined) throw new Error(`There is no table ${name}.`);
  return table;
};

const replaced = (tables: Tables, table: Tables[number]) => [
  ...tables.filter(({ name }) => name !== table.name),
  table,
];

const NEW_TABLE = {
  name: "later",
  validator: null,
  indexes: [{ name: "by_a", fields: ["a"] }],
  searchIndexes: [],
};

/** What another version of the program can have otherwise. */
const UPDATES: readonly (readonly [string, ReturnType<typeof withTables>])[] = [
  ["a raised version of derived rows", { ...withTables((all) => all), derivedVersion: 99 }],
  ["a lowered version of derived rows", { ...withTables((all) => all), derivedVersion: 1 }],
  ["a new table", withTables((all) => [...all, NEW_TABLE])],
  ["a removed table", withTables((all) => all.filter(({ name }) => name !== "uploadTickets"))],
  [
    "a new index",
    withTables((all) => {
      const jobs = byName(all, "jobs");
      const indexes = [...jobs.indexes, { name: "by_price", fields: ["jobs_price"] }];
      return replaced(all, { ...jobs, indexes });
    }),
  ],
  [
    "a removed index",
    withTables((all) => {
      const jobs = byName(all, "jobs");
      return replaced(all, { ...jobs, indexes: jobs.indexes.slice(1) });
    }),
  ],
  [
    "a table without validator",
    withTables((all) => replaced(all, { ...byName(all, "jobs"), validator: null })),
  ],
];

it.each(UPDATES)("copies the whole folder before %s", async (_what, program) => {
  const dataDir = await aFilledFolder();
  const before = await holdingsOf(dataDir);
  const copy = await copyBeforeUpdate(dataDir, { program, madeAt: AT });
  expect(copy).toBe(join(dataDir, "backups", COPY_NAME));
  const fresh = join(temporaryFolder(), "fresh");
  await restore(telling(fresh, copy!));
  expect(await holdingsOf(fresh)).toEqual(before);
  // Without another byte for a stored file.
  for (const [name] of blobsIn(dataDir))
    expect(statSync(join(copy!, "files", name)).ino).toBe(
      statSync(join(dataDir, "files", name)).ino,
    );
});

it.each([
  ["development", true, 0],
  ["production", false, 1],
] as const)(
  "in %s a start with another schema makes this many copies (showErrors %s): %i",
  async (_, showErrors, copies) => {
    const dataDir = await aFilledFolder();
    // Not a valid accounts database.
    rmSync(join(dataDir, "accounts.db"));
    const modules = loadModules();
    const schema = modules.schema!.default as { export: () => string };
    const exported = schema.export().replace("by_workspace_and_run", "by_run");
    expect(exported).not.toBe(schema.export());
    const server = await createServer({
      dataDir,
      port: 0,
      host: "127.0.0.1",
      signUps: "invite",
      clientDir: null,
      log: createLog("silent"),
      modules: { ...modules, schema: { default: { export: () => exported } } },
      showErrors,
    });
    await server.close();
    const made = join(dataDir, "backups");
    expect(existsSync(made) ? readdirSync(made) : []).toHaveLength(copies);
    expect(server.notes).toHaveLength(copies);
  },
);

it("copies nothing for the same schema in another order", async () => {
  const dataDir = await aFilledFolder();
  const program = withTables((all) =>
    all.toReversed().map(({ indexes, ...table }) => ({
      ...table,
      indexes: indexes.toReversed(),
    })),
  );
  expect(await copyBeforeUpdate(dataDir, { program })).toBe(null);
});

it("copies nothing of data that no program has served, as after an import", async () => {
  const dataDir = await aFilledFolder();
  const sqlite = openSqlite(join(dataDir, "data.db"));
  sqlite.exec("UPDATE tables SET validator = NULL; DELETE FROM indexes;");
  sqlite.close();
  expect(await copyBeforeUpdate(dataDir, { program: PROGRAM })).toBe(null);
});

it("without room for the copy nothing is changed, and the sentence says how much it needs", async () => {
  const dataDir = await anOldFolder();
  const before = readFileSync(join(dataDir, "data.db"));
  const bytes = ["data.db", "data.db-wal", "accounts.db", "accounts.db-wal"]
    .map((name) => statSync(join(dataDir, name), { throwIfNoEntry: false }))
    .reduce((sum, found) => sum + (found?.size ?? 0), 0);
  const refused = copyBeforeUpdate(dataDir, { freeBytes: () => bytes - 1 });
  await expect(refused).rejects.toThrow(
    new StartupError(
      `The data in ${dataDir} are those of another version than ${productVersion()}, which changes them, and the copy of them as they are needs ${Math.ceil(bytes / 1e6)} MB of space, of which the disk has ${Math.floor((bytes - 1) / 1e6)}. Nothing was changed. Make space on the disk, or start the version that ran before.`,
    ),
  );
  expect(readFileSync(join(dataDir, "data.db")).equals(before)).toBe(true);
  expect(existsSync(join(dataDir, "backups"))).toBe(false);
  expect(await copyBeforeUpdate(dataDir, { freeBytes: () => bytes })).not.toBe(null);
});

it("keeps the newest copy of each of the last three versions of the data", async () => {
  const dataDir = await aFilledFolder();
  const madeOn = (day: number) => ({
    madeAt: new Date(AT - day * 24 * 3_600_000).toISOString(),
  });
  const nameOf = (day: number) =>
    `before-0.1.0-${madeOn(day).madeAt.slice(0, 19).replaceAll(":", "-")}Z`;
  writeCopies(dataDir, {
    [nameOf(9)]: { ...madeOn(9), schema: "a" },
    [nameOf(8)]: { ...madeOn(8), schema: "b" },
    [nameOf(7)]: { ...madeOn(7), schema: "c" },
    [nameOf(6)]: { ...madeOn(6), schema: "c" },
    mine: { ...madeOn(5), schema: "d" },
    "2026-03-13T08-00-00Z": { ...madeOn(1), schema: "e" },
  });
  const [, program] = UPDATES[0]!;
  await copyBeforeUpdate(dataDir, { program, madeAt: AT });
  expect(readdirSync(join(dataDir, "backups")).sort()).toEqual(
    [nameOf(8), nameOf(6), COPY_NAME, "mine", "2026-03-13T08-00-00Z"].sort(),
  );
});
