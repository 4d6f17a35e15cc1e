import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { pageFiles, writeServiceWorker } from "../../scripts/serviceWorker";

function clientWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), "downspout-client-"));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
}

const CLIENT = {
  "index.html": "<html></html>",
  "index.html.br": "compressed",
  "sw.js": "// of the build before",
  "assets/index-0a1b2c3d.js": "start()",
  "assets/inter-0a1b2c3d.woff2": "font",
  "icons/house.png": "picture",
  "example/house.jpg": "a photo of the demo",
  ".vite/licenses.json": "[]",
};

describe("the files that a phone has without signal", () => {
  test("the files that a phone has without signal are those of the page, by address", () => {
    expect(pageFiles(clientWith(CLIENT)).map(({ url }) => url)).toEqual([
      "assets/index-0a1b2c3d.js",
      "assets/inter-0a1b2c3d.woff2",
      "icons/house.png",
      "index.html",
    ]);
  });

  test("the files that a phone has without signal have a revision of their content, unless their name has it", () => {
    const revisionOf = (files: typeof CLIENT, url: string) =>
      pageFiles(clientWith(files)).find((file) => file.url === url)?.revision;
    const changed = { ...CLIENT, "index.html": "<html>new</html>" };
    expect(revisionOf(CLIENT, "index.html")).toMatch(/^[0-9a-f]{32}$/);
    expect(revisionOf(changed, "index.html")).not.toBe(revisionOf(CLIENT, "index.html"));
    expect(revisionOf(CLIENT, "assets/index-0a1b2c3d.js")).toBeNull();
  });
});

/** Runs the script with the globals of a worker. */
function run(folder: string, globals: Readonly<Record<string, unknown>>) {
  const listeners = new Map<string, (event: unknown) => void>();
  const addEventListener = listeners.set.bind(listeners);
  const script = readFileSync(join(folder, "sw.js"), "utf8");
  runInNewContext(script, { self: { addEventListener }, ...globals });
  return {
    async dispatch(name: string) {
      const work: Promise<unknown>[] = [];
      const waitUntil = (promise: Promise<unknown>) => work.push(promise);
      listeners.get(name)?.({ waitUntil });
      await Promise.all(work);
    },
  };
}

test("the worker that is switched off removes itself and its caches, and reloads its pages", async () => {
  const folder = clientWith(CLIENT);
  await writeServiceWorker(folder, { isOn: false });
  const done: string[] = [];
  const does = (what: string) => (name?: string) => {
    done.push(name === undefined ? what : `${what} ${name}`);
    return Promise.resolve();
  };
  const url = "https://desk.example/jobs";
  const worker = run(folder, {
    skipWaiting: does("does not wait"),
    registration: { unregister: does("unregisters") },
    caches: {
      keys: () => Promise.resolve(["workbox-precache-v2"]),
      delete: does("deletes"),
    },
    clients: {
      matchAll: () => Promise.resolve([{ url, navigate: does("loads") }]),
    },
  });
  await worker.dispatch("install");
  await worker.dispatch("activate");
  expect(done).toEqual([
    "does not wait",
    "unregisters",
    "deletes workbox-precache-v2",
    `loads ${url}`,
  ]);
});
