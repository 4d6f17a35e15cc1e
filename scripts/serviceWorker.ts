/** The client's service worker: src/serviceWorker with the list of the client's files. A plugin of its build. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve, sep } from "node:path";
import { build } from "esbuild";
import type { Plugin } from "vite";

/** What the page needs without signal. The demo's photos are no part of it. */
const PAGE_FILE = /\.(js|css|html|svg|png|woff2|webmanifest)$/;

const SOURCES = resolve(import.meta.dirname, "../src/serviceWorker");

export interface PageFile {
  readonly url: string;
  /** A hash of the content. Null where the file's name contains one, so that the browser's own cache can answer. */
  readonly revision: string | null;
}

interface Options {
  /** False builds a worker that removes itself and its caches. */
  readonly isOn: boolean;
}

export function serviceWorker({ isOn }: Options): Plugin {
  let folder = "";
  return {
    name: "service-worker",
    apply: "build",
    configResolved: (config) => {
      folder = resolve(config.root, config.build.outDir);
    },
    closeBundle: {
      // Runs after everything else that the build writes.
      order: "post",
      sequential: true,
      handler: () => writeServiceWorker(folder, { isOn }),
    },
  };
}

/** Writes sw.js into the folder of a built client. */
export async function writeServiceWorker(folder: string, { isOn }: Options) {
  await build({
    entryPoints: [join(SOURCES, isOn ? "worker.ts" : "removal.ts")],
    outfile: join(folder, "sw.js"),
    bundle: true,
    minify: true,
    format: "iife",
    target: "es2022",
    legalComments: "none",
    logLevel: "warning",
    define: {
      "process.env.NODE_ENV": '"production"',
      PAGE_FILES: JSON.stringify(isOn ? pageFiles(folder) : []),
    },
  });
}

/** Sorted by address: the same client gives the same worker. */
export function pageFiles(folder: string): PageFile[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => PAGE_FILE.test(name) && name !== "sw.js")
    .map((name) => name.replaceAll(sep, "/"))
    .sort()
    .map((url) => ({
      url,
      revision: url.startsWith("assets/")
        ? null
        : createHash("md5")
            .update(readFileSync(join(folder, url)))
            .digest("hex"),
    }));
}
