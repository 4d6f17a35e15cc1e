/**
 * `npm run keep-releases`: after a build of the hosted client and before its upload, adds the hashed files of the last
 * five releases to dist/client/assets, from the address where they are served now. Pages that are open there can then
 * still load their parts.
 *
 * `releases.json` beside the page lists the files of each release, newest first.
 */
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { StartupError } from "embedded-convex";
import { z } from "zod";
import type { Arguments } from "../scripts/commandLine";
import { KEPT_COUNT } from "../server/http/releases";

const LIST = "releases.json";
const releaseList = z.array(z.array(z.string().regex(/^[\w.-]+$/)));

/** @throws StartupError */
export async function keepReleases(url: string, clientDir: string): Promise<string> {
  const assets = join(clientDir, "assets");
  if (!existsSync(assets))
    throw new StartupError(
      `There is no client in ${clientDir}. Build it first: npm run build -- client`,
    );
  const current = readdirSync(assets).sort();
  const isCurrent = (files: readonly string[]) => files.join() === current.join();
  const earlier = (await fetchList(url)).filter((files) => !isCurrent(files)).slice(0, KEPT_COUNT);
  const missing = new Set(earlier.flat().filter((name) => !current.includes(name)));
  for (const name of missing)
    writeFileSync(join(assets, name), await fetchFile(`${url}/assets/${name}`));
  writeFileSync(join(clientDir, LIST), JSON.stringify([current, ...earlier]));
  return `Kept ${missing.size} files of ${earlier.length} earlier releases.`;
}

/** Empty before the first upload with a list. */
async function fetchList(url: string): Promise<string[][]> {
  const answer = await get(`${url}/${LIST}`);
  // Hosts respond with 404, or with the page.
  if (answer.status === 404 || isPage(answer)) return [];
  const list = releaseList.safeParse(await answer.json().catch(() => null));
  if (!answer.ok || !list.success)
    throw new StartupError(
      `${url}/${LIST} is not a list of releases (HTTP status ${answer.status}). Nothing was kept: try again before you upload.`,
    );
  return list.data;
}

async function fetchFile(url: string): Promise<Uint8Array> {
  const answer = await get(url);
  if (!answer.ok || isPage(answer))
    throw new StartupError(
      `${url} is in the list of releases, but is not there. Upload without it, by deleting ${LIST} on the host, or try again.`,
    );
  return new Uint8Array(await answer.arrayBuffer());
}

async function get(url: string): Promise<Response> {
  try {
    return await fetch(url, { headers: { "cache-control": "no-cache" } });
  } catch (error) {
    throw new StartupError(
      `${url} cannot be reached. Nothing was kept: try again before you upload.`,
      { cause: error },
    );
  }
}

function isPage(answer: Response): boolean {
  return (answer.headers.get("content-type") ?? "").startsWith("text/html");
}

export async function main({ positionals: [address = ""] }: Arguments): Promise<void> {
  if (!URL.canParse(address))
    throw new StartupError(
      "Name the address of the client: npm run keep-releases -- https://desk.example.com",
    );
  const clientDir = resolve(import.meta.dirname, "../dist/client");
  console.log(await keepReleases(new URL(address).origin, clientDir));
}
