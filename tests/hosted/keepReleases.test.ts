import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { keepReleases } from "../../hosted/keepReleases";
import { anHttpServer } from "../../packages/embedded-convex/tests/support/handlerServer";

/** A static host whose folder is replaced by each upload. It serves the page for every missing file. */
async function aHost() {
  let files = new Map<string, string>();
  const url = await anHttpServer((req, res) => {
    const content = files.get(req.url ?? "");
    const type = content === undefined ? "text/html" : "text/plain";
    res.writeHead(200, { "content-type": type }).end(content ?? "<html>");
    return Promise.resolve(true);
  });
  const clientDir = mkdtempSync(join(tmpdir(), "client-"));
  const assets = join(clientDir, "assets");
  onTestFinished(() => rmSync(clientDir, { recursive: true, force: true }));
  /** Builds, keeps and uploads a release, and returns the uploaded assets. */
  const release = async (names: readonly string[]) => {
    rmSync(clientDir, { recursive: true });
    mkdirSync(assets, { recursive: true });
    for (const name of names) writeFileSync(join(assets, name), `// ${name}`);
    await keepReleases(url, clientDir);
    const paths = readdirSync(clientDir, { recursive: true, encoding: "utf8" });
    files = new Map(
      paths
        .filter((path) => path !== "assets")
        .map((path) => [`/${path}`, readFileSync(join(clientDir, path), "utf8")]),
    );
    return readdirSync(assets).sort();
  };
  return { url, clientDir, files: () => files, release };
}

it("adds the files of the five previous releases", async () => {
  const { release, clientDir } = await aHost();
  expect(await release(["a-1.js", "same.js"])).toEqual(["a-1.js", "same.js"]);
  for (const number of [2, 3, 4, 5, 6]) await release([`a-${number}.js`, "same.js"]);
  expect(await release(["a-7.js", "same.js"])).toEqual([
    ...[2, 3, 4, 5, 6, 7].map((number) => `a-${number}.js`),
    "same.js",
  ]);
  const kept = readFileSync(join(clientDir, "assets/a-2.js"), "utf8");
  expect(kept).toBe("// a-2.js");
});

it("the same build does not count as a release", async () => {
  const { release, files } = await aHost();
  await release(["a-1.js"]);
  await release(["a-2.js"]);
  expect(await release(["a-2.js"])).toEqual(["a-1.js", "a-2.js"]);
  expect(JSON.parse(files().get("/releases.json") ?? "")).toEqual([["a-2.js"], ["a-1.js"]]);
});

it("stops if a listed file is gone, or the list is malformed", async () => {
  const { release, files } = await aHost();
  await release(["a-1.js"]);
  files().delete("/assets/a-1.js");
  await expect(release(["a-2.js"])).rejects.toThrow(
    /a-1.js is in the list of releases, but is not there/,
  );
  files().set("/releases.json", '[["../../etc/passwd"]]');
  await expect(release(["a-2.js"])).rejects.toThrow("is not a list of releases");
});

it("stops if the host cannot be reached, or nothing was built", async () => {
  const { clientDir } = await aHost();
  const gone = "http://127.0.0.1:1";
  await expect(keepReleases(gone, clientDir)).rejects.toThrow("Build it first");
  mkdirSync(join(clientDir, "assets"));
  await expect(keepReleases(gone, clientDir)).rejects.toThrow("cannot be reached");
});
