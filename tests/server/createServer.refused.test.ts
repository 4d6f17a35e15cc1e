/** The sentence of every start that is refused, and that a refused start leaves the data as it was. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSqlite, StartupError } from "embedded-convex";
import { describe, expect, it, onTestFinished } from "vitest";
import { backUp } from "../../server/backup/backupFile";
import { lockBackups } from "../../server/backup/dataFolder";
import { createServer } from "../../server/createServer";
import { createLog } from "../../server/monitoring/log";
import { telling } from "../support/backups";

function aFolder() {
  const folder = mkdtempSync(join(tmpdir(), "refused-start-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function start(dataDir: string, port = 0) {
  return createServer({
    dataDir,
    port,
    host: "127.0.0.1",
    signUps: "open",
    clientDir: null,
    log: createLog("silent"),
  });
}

/** The message of the StartupError with which the start is refused; the program prints it and nothing else. */
async function refusal(dataDir: string, port?: number): Promise<string> {
  const error: unknown = await start(dataDir, port).then(
    () => null,
    (cause: unknown) => cause,
  );
  if (!(error instanceof StartupError)) throw error;
  return error.message;
}

describe("starts that are refused", () => {
  it("a start is refused for a port and a data folder in use, and leaves the server that uses them alone", async () => {
    const dataDir = aFolder();
    const first = await start(dataDir);
    onTestFinished(() => first.close());
    const port = Number(new URL(first.url).port);
    expect(await refusal(aFolder(), port)).toBe(
      `Port ${port} on 127.0.0.1 is in use by another program: stop that one, or set PORT to another port.`,
    );
    expect(await refusal(dataDir)).toMatch(/^Another server is already serving [^\n]*$/);
    expect((await fetch(`${first.url}/api/health`)).status).toBe(200);
  });

  it("a start is refused while a server runs, also if its lock file was deleted, and a backup works beside it", async () => {
    const dataDir = aFolder();
    const first = await start(dataDir);
    onTestFinished(() => first.close());
    rmSync(join(dataDir, "server.lock"));
    const sentence = `Another server is already serving the data folder ${dataDir}, whose file server.lock was deleted, or another program has data.db open. Stop it first, or use another folder.`;
    expect(await refusal(dataDir)).toBe(sentence);
    expect(await refusal(dataDir)).toBe(sentence);
    const path = join(aFolder(), "backup.zip");
    await backUp(telling(dataDir, path));
    expect((await fetch(`${first.url}/api/health`)).status).toBe(200);
  });

  it("a start is not refused while a backup has the database open", async () => {
    const dataDir = aFolder();
    await (await start(dataDir)).close();
    const lock = lockBackups(dataDir);
    onTestFinished(() => lock.release());
    const copying = openSqlite(join(dataDir, "data.db"));
    onTestFinished(() => void copying.close());
    copying.exec("BEGIN; SELECT count(*) FROM documents;");
    await (await start(dataDir)).close();
  });

  it("a start is refused for a data folder that cannot be written", async () => {
    const file = join(aFolder(), "file");
    writeFileSync(file, "");
    expect(await refusal(join(file, "data"))).toMatch(
      /^The data folder .*\/file\/data cannot be written \((?:ENOTDIR|EEXIST)\): [^\n]*$/,
    );
  });

  it.each(["data.db", "accounts.db"])(
    "a start is refused for a damaged %s, and writes nothing over it",
    async (name) => {
      const dataDir = aFolder();
      const damaged = Buffer.alloc(8192, "damaged ");
      writeFileSync(join(dataDir, name), damaged);
      const sentence = await refusal(dataDir);
      expect(sentence).toMatch(/^[A-Z][^\n]+\.$/);
      expect(sentence).toContain(name);
      expect(readFileSync(join(dataDir, name)).equals(damaged)).toBe(true);
    },
  );

  it("a start is refused for a damaged secret, and leaves it as it is", async () => {
    const dataDir = aFolder();
    const file = join(dataDir, "accounts.secret");
    writeFileSync(file, "damaged");
    expect(await refusal(dataDir)).toBe(
      `The secret in ${file} is damaged. Restore it from a backup. Without a backup, delete the file: the server makes a new secret, and everyone must sign in again.`,
    );
    expect(readFileSync(file, "utf8")).toBe("damaged");
  });

  it("a start is refused for a database of a newer version, and writes nothing over it", async () => {
    const dataDir = aFolder();
    const file = join(dataDir, "data.db");
    const newer = openSqlite(file);
    newer.exec("CREATE TABLE future (x); PRAGMA user_version = 9999;");
    newer.close();
    const before = readFileSync(file);
    expect(await refusal(dataDir)).toMatch(/^[A-Z][^\n]*newer[^\n]*\.$/);
    expect(readFileSync(file).equals(before)).toBe(true);
  });
});

it("a start says that the last changes are missing if the WAL was deleted after a kill, and devices learn of it", async () => {
  const living = aFolder();
  const first = await start(living);
  onTestFinished(() => first.close());
  const killed = join(aFolder(), "data");
  cpSync(living, killed, { recursive: true });
  const whole = await start(killed);
  await whole.close();
  expect(whole.notes).toEqual([]);
  rmSync(killed, { recursive: true });

  cpSync(living, killed, { recursive: true });
  for (const name of ["data.db-wal", "data.db-shm"]) rmSync(join(killed, name));
  const epoch = readFileSync(join(killed, "epoch"), "utf8");
  const second = await start(killed);
  await second.close();
  expect(second.notes).toEqual([
    expect.stringMatching(
      /^what was saved after \S+Z and until \S+Z is missing: data\.db-wal was deleted after the server was killed, or data\.db was replaced by an older one$/,
    ),
  ]);
  expect(readFileSync(join(killed, "epoch"), "utf8")).not.toBe(epoch);
  const third = await start(killed);
  await third.close();
  expect(third.notes).toEqual([]);
});
