import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Locator, Page } from "@playwright/test";
import { Downspout } from "./support/downspout";
import { addJob, addPhotos, editDialog, openJob, photoList, todayAt } from "./support/jobs";
import { closeDialog } from "./support/dialog";
import { partsAreLoaded } from "./support/pageParts";
import { createFirstAccount } from "./support/people";
import { takePhoto } from "./support/photos";
import { Release, releaseOf } from "./support/release";
import { expect, NETWORK_ERRORS, testOnFreshServer } from "./support/test";

const CUSTOMER = "Noor Haddad";
/** Entered after the update. */
const LATE_CUSTOMER = "Ivo Marsh";
const LIST = "Estimate photos";
const PHOTO = { name: "gutter.jpg", width: 800, height: 600 };

/** Runs a program of Node to its end. */
function run(argv: readonly string[], env: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, argv, {
    encoding: "utf8",
    timeout: 120_000,
    env: { ...process.env, ...env },
  });
  return { status, stdout, stderr };
}

function foldersAbove(folder: string): string[] {
  const parent = dirname(folder);
  return parent === folder ? [] : [parent, ...foldersAbove(parent)];
}

/** Makes the archive, and returns its path. */
function pack(): string {
  const made = run(["scripts/run.mjs", "package"]);
  expect(made, made.stderr).toMatchObject({ status: 0 });
  return /^(.*[.]tar[.]gz) has/m.exec(made.stdout)?.[1] ?? "";
}

/** Unpacks the archive, and returns the path of the file that starts it. */
function unpack(archive: string, into: string): string {
  mkdirSync(into);
  expect(spawnSync("tar", ["-xzf", archive, "-C", into]).status).toBe(0);
  const [folder = ""] = readdirSync(into);
  return join(into, folder, "downspout");
}

/** The version after: its number is another one, and it stores the data in a format that the archive does not know. */
function makeNewer(program: string): void {
  const folder = dirname(program);
  const file = join(folder, "package.json");
  const content = JSON.parse(readFileSync(file, "utf8")) as object;
  writeFileSync(file, JSON.stringify({ ...content, version: NEWER_VERSION }));
  const dist = join(folder, "dist");
  const changed = readdirSync(dist, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".js"))
    .filter((name) => {
      const text = readFileSync(join(dist, name), "utf8");
      const newer = text.replace(
        "var DATABASE_FORMAT = MIGRATIONS.length;",
        'MIGRATIONS.push("CREATE TABLE later (x);");\n$&',
      );
      writeFileSync(join(dist, name), newer);
      return newer !== text;
    });
  // The server and the commands.
  expect(changed).toHaveLength(2);
}

const NEWER_VERSION = "99.0.0";

interface Programs {
  readonly archive: string;
  readonly older: string;
  readonly newer: string;
}

/** The archive, unpacked twice into an empty folder. The client of the older version has other file names. */
const test = testOnFreshServer.extend<{ readonly programs: Programs }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures from this pattern.
  programs: async ({}, use) => {
    const archive = pack();
    const folder = mkdtempSync(join(tmpdir(), "downspout-package-"));
    const older = unpack(archive, join(folder, "older"));
    const newer = unpack(archive, join(folder, "newer"));
    const release = await Release.make();
    const client = join(dirname(older), "dist/client");
    await rm(client, { recursive: true });
    cpSync(release.client, client, { recursive: true });
    await release.remove();
    makeNewer(newer);
    await use({ archive, older, newer });
    await rm(folder, { recursive: true });
  },
  downspout: async ({ programs }, use) => {
    const downspout = await Downspout.start({}, programs.older);
    await use(downspout);
    await downspout.remove();
  },
});

// The archive is built first. One test after another: they build into the same folder.
test.describe.configure({ mode: "default", timeout: 480_000 });

test.use({ expectedConsoleErrors: NETWORK_ERRORS });

test("an office runs from the archive: account, job, photo, backup, update, rollback and restore", async ({
  page,
  browser,
  downspout,
  programs: { older, newer },
}) => {
  for (const folder of foldersAbove(older))
    expect(existsSync(join(folder, "node_modules"))).toBe(false);
  await createFirstAccount(page);
  await page.goto("/dashboard");
  const install = await todayAt(page, "23:30");
  await addJob(page, {
    customer: CUSTOMER,
    address: "230 Orchard Road",
    install,
  });
  const photos = await photoList(await openJob(page, CUSTOMER), LIST);
  await addPhotos(photos, [await takePhoto(browser, PHOTO)]);
  await expect(stored(photos)).toHaveCount(1);
  await closeDialog(editDialog(page));
  const { dataDir } = downspout;
  const backup = join(dirname(newer), "../backup.zip");
  const env = { DATA_DIR: dataDir, HOST: "127.0.0.1", PORT: "0" };
  const backedUp = run([older, "backup", backup], env);
  expect(backedUp, backedUp.stderr).toMatchObject({ status: 0 });

  await partsAreLoaded(page);
  await downspout.update(newer);
  await page.getByRole("link", { name: "Inventory" }).first().click();
  await expect(page).toHaveURL(/inventory/);
  await expect(page.getByRole("main")).toContainText("No colors yet.");
  expect(await releaseOf(page)).toBe("next");
  await hasThePhoto(page);
  expect(await releaseOf(page)).toBe(null);
  await addJob(page, {
    customer: LATE_CUSTOMER,
    address: "12 Mill Lane",
    install,
  });

  await downspout.kill();
  const refused = run([older], env);
  expect(refused, refused.stderr).toMatchObject({ status: 1, stdout: "" });
  const [copy = ""] = /\/backups\/before-\S+/.exec(refused.stderr) ?? [];
  expect(refused.stderr).toMatch(
    /^The data in \S+ were written by a newer version of this program \(format \d+, this one knows up to \d+\)\. Nothing was changed\. .* loses everything that was entered since .*, also new accounts and passwords\.\n$/,
  );
  await downspout.restart();
  await page.goto("/dashboard");
  await closeDialog(await openJob(page, LATE_CUSTOMER));
  await downspout.kill();
  await rename(dataDir, `${dataDir}-newer`);
  const back = run([older, "restore", `${dataDir}-newer${copy}`], env);
  expect(back, back.stderr).toMatchObject({ status: 0 });
  await rm(`${dataDir}-newer`, { recursive: true });
  await downspout.update(older);
  await hasThePhoto(page);
  expect(await releaseOf(page)).toBe("next");
  await expect(page.getByText(LATE_CUSTOMER)).toHaveCount(0);

  await downspout.kill();
  await rm(dataDir, { recursive: true });
  const restored = run([newer, "restore", backup], env);
  expect(restored, restored.stderr).toMatchObject({ status: 0 });
  await downspout.update(newer);
  await hasThePhoto(page);
});

test("the archive has the same bytes if it is made again, and no path of the computer that made it", ({
  programs: { archive, newer },
}) => {
  const first = readFileSync(archive);
  expect(readFileSync(pack()).equals(first)).toBe(true);
  const folder = dirname(newer);
  const files = readdirSync(folder, { recursive: true, withFileTypes: true });
  const naming = files
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => readFileSync(path).includes(process.cwd()));
  expect(naming).toEqual([]);
});

test("the archive refuses an unknown command and an unknown option, and lists the known ones", ({
  programs: { older },
}) => {
  const unknown = run([older, "constructor"]);
  expect(unknown).toMatchObject({ status: 2, stdout: "" });
  expect(unknown.stderr).toMatch(/^There is no command "constructor"\.\n\n.*\n\n {2}start /);
  const commands = [...unknown.stderr.matchAll(/^ {2}([a-z-]+) /gm)];
  expect(commands).toHaveLength(8);
  for (const [, command = ""] of commands) {
    const help = run([older, command, "--help"]);
    expect(help, command).toMatchObject({ status: 0, stderr: "" });
    const refused = run([older, command, "--offce"]);
    expect(refused, command).toMatchObject({
      status: 2,
      stdout: "",
      stderr: `Unknown option '--offce'\n\n${help.stdout}`,
    });
  }
});

async function hasThePhoto(page: Page) {
  await page.goto("/dashboard");
  const photos = await photoList(await openJob(page, CUSTOMER), LIST);
  await expect(stored(photos)).toHaveCount(1);
  await closeDialog(editDialog(page));
}

/** The photos of a list that the server has. */
function stored(list: Locator): Locator {
  return list
    .getByRole("listitem")
    .filter({ has: list.page().getByRole("link", { name: /^Open/ }) });
}
