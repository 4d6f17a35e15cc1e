import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Page } from "@playwright/test";

/** A copy of the build, in which every hashed file has another name: the next release, as the browser sees it. */
export class Release {
  private constructor(private readonly folder: string) {}

  static async make(): Promise<Release> {
    // Below the repository: the server looks for package.json above its folder.
    await mkdir(".cache", { recursive: true });
    const folder = await mkdtemp(resolve(".cache/release-"));
    cpSync("dist", folder, { recursive: true });
    const client = join(folder, "client");
    const assets = join(client, "assets");
    await removeCompressed(client);
    const names = readdirSync(assets);
    const renamed = (name: string) =>
      name.replace(/(.)(\.\w+)$/, (_, last: string, extension: string) =>
        last === "0" ? `1${extension}` : `0${extension}`,
      );
    for (const name of names) {
      const content = readFileSync(join(assets, name));
      await rm(join(assets, name));
      const isText = /\.(js|css)$/.test(name);
      writeFileSync(
        join(assets, renamed(name)),
        isText ? renameAll(content.toString(), names, renamed) : content,
      );
    }
    for (const name of ["index.html", "sw.js"]) {
      const path = join(client, name);
      const text = renameAll(readFileSync(path, "utf8"), names, renamed);
      writeFileSync(
        path,
        text
          .replace("<html ", '<html data-release="next" ')
          .replace(/(url:"index.html",revision:")\w+/, "$1next"),
      );
    }
    return new Release(folder);
  }

  get client() {
    return join(this.folder, "client");
  }

  get program() {
    return join(this.folder, "server/main.js");
  }

  async remove() {
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** The server compresses the changed files itself. */
async function removeCompressed(folder: string) {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  for (const name of names) if (name.endsWith(".br")) await rm(join(folder, name));
}

function renameAll(
  text: string,
  names: readonly string[],
  renamed: (name: string) => string,
): string {
  return names.reduce((changed, name) => changed.replaceAll(name, renamed(name)), text);
}

/** Until every file of the page is in the cache. */
export async function workerIsReady(page: Page) {
  await page.evaluate(() => navigator.serviceWorker.ready);
}

/** Until the next version is in the cache, as after an hour of an open page. */
export async function nextVersionWaits(page: Page) {
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    await registration.update();
    const { installing } = registration;
    if (registration.waiting || !installing) return;
    await new Promise((resolve) => installing.addEventListener("statechange", resolve));
  });
}

/** "next", or null for the release that was built. */
export function releaseOf(page: Page) {
  return page.locator("html").getAttribute("data-release");
}
