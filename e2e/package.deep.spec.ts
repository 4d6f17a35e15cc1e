import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
} from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Locator, Page } from "@playwright/test";
import { Downspout } from "./support/downspout";
import {
  addJob,
  addPhotos,
  editDialog,
  openJob,
  photoList,
  todayAt,
} from "./support/jobs";
import { closeDialog } from "./support/dialog";
import { partsAreLoaded } from "./support/pageParts";
import { createFirstAccount } from "./support/people";
import { takePhoto } from "./support/photos";
import { Release, releaseOf } from "./support/release";
import { expect, NETWORK_ERRORS, testOnFreshServer } from "./support/test";

const CUSTOMER = "Noor Haddad";
const LIST = "Estimate photos";
const PHOTO = { name: "gutter.jpg", width: 800, height: 600 };

/** Runs a program of Node to its end. */
function run(argv: readonly string[], env: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, argv, {
    encoding: "utf8",
    env: { ...process.env, ...env },
  });
  return { status, stdout, stderr };
}

function foldersAbove(folder: string): string[] {
  const parent = dirname(folder);
  return parent === folder ? [] : [parent, ...foldersAbove(parent)];
}

/** Unpacks the archive, and returns the path of the file that starts it. */
function unpack(archive: string, into: string): string {
  mkdirSync(into);
  expect(spawnSync("tar", ["-xzf", archive, "-C", into]).status).toBe(0);
  const [folder = ""] = readdirSync(into);
  return join(into, folder, "downspout");
}

interface Programs {
  readonly older: string;
  readonly newer: string;
}

/** The archive, unpacked twice into an empty folder. The client of the older version has other file names. */
const test = testOnFreshServer.extend<{ readonly programs: Programs }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures from this pattern.
  programs: async ({}, use) => {
    const made = run(["scripts/run.mjs", "package"]);
    expect(made, made.stderr).toMatchObject({ status: 0 });
    const archive = /^(.*[.]tar[.]gz) has/m.exec(made.stdout)?.[1] ?? "";
    const folder = mkdtempSync(join(tmpdir(), "downspout-package-"));
    const older = unpack(archive, join(folder, "older"));
    const newer = unpack(archive, join(folder, "newer"));
    const release = await Release.make();
    const client = join(dirname(older), "dist/client");
    await rm(client, { recursive: true });
    cpSync(release.client, client, { recursive: true });
    await release.remove();
    await use({ older, newer });
    await rm(folder, { recursive: true });
  },
  downspout: async ({ programs }, use) => {
    const downspout = await Downspout.start({}, programs.older);
    await use(downspout);
    await downspout.remove();
  },
});

// The archive is built first.
test.describe.configure({ timeout: 480_000 });

test.use({ expectedConsoleErrors: NETWORK_ERRORS });

test("an office runs from the archive: account, job, photo, backup, update, restore and the way back", async ({
  page,
  browser,
  downspout,
  programs: { older, newer },
}) => {
  for (const folder of foldersAbove(older))
    expect(existsSync(join(folder, "node_modules"))).toBe(false);
  await createFirstAccount(page);
  await page.goto("/dashboard");
  await addJob(page, {
    customer: CUSTOMER,
    address: "230 Orchard Road",
    install: await todayAt(page, "23:30"),
  });
  const photos = await photoList(await openJob(page, CUSTOMER), LIST);
  await addPhotos(photos, [await takePhoto(browser, PHOTO)]);
  await expect(stored(photos)).toHaveCount(1);
  await closeDialog(editDialog(page));
  const { dataDir } = downspout;
  const backup = join(dirname(newer), "../backup.zip");
  const env = { DATA_DIR: dataDir };
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

  await downspout.kill();
  await rm(dataDir, { recursive: true });
  const restored = run([newer, "restore", backup], env);
  expect(restored, restored.stderr).toMatchObject({ status: 0 });
  await downspout.restart();
  await hasThePhoto(page);

  await downspout.update(older);
  await hasThePhoto(page);
  expect(await releaseOf(page)).toBe("next");
});

async function hasThePhoto(page: Page) {
  await page.goto("/dashboard");
  const photos = await photoList(await openJob(page, CUSTOMER), LIST);
  await expect(stored(photos)).toHaveCount(1);
}

/** The photos of a list that the server has. */
function stored(list: Locator): Locator {
  return list
    .getByRole("listitem")
    .filter({ has: list.page().getByRole("link", { name: /^Open/ }) });
}
