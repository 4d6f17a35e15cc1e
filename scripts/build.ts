/**
 * `npm run build`: the client into dist/client, the server into dist/server/main.js. `npm run package` adds the
 * commands of its archive, dist/commands/downspout.js.
 *
 * A part whose inputs have not changed since its last build is skipped. The server is bundled with its dependencies,
 * because loading them file by file takes more than half of the time that a start takes.
 */
import { createHash } from "node:crypto";
import {
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { brotliCompress } from "node:zlib";
import { StartupError } from "embedded-convex";
import { build, loadEnv, type InlineConfig } from "vite";
import type { Arguments } from "./commandLine";

interface Part {
  readonly name: string;
  /** Files and folders that the output depends on. */
  readonly inputs: readonly string[];
  readonly output: string;
  readonly config: InlineConfig;
  readonly afterBuild?: () => Promise<void>;
}

const ROOT = resolve(import.meta.dirname, "..");
const SHARED = [
  "package.json",
  "package-lock.json",
  "tsconfig.base.json",
  "tsconfig.json",
  "vite.config.ts",
  "scripts/build.ts",
  "domain",
  "convex",
];

/** Where Vite lists the licenses of the packages in a bundle. */
const LICENSES = { fileName: ".vite/licenses.json" };

export interface License {
  readonly name: string;
  readonly version: string;
  /** Such as MIT. */
  readonly identifier?: string;
  readonly text?: string;
}

/** The path of the licenses of a part, a list as JSON. Not in the folder of the client, where it would be served. */
export function licensesFile(part: string): string {
  return `dist/.${part}-licenses.json`;
}

const PARTS: readonly Part[] = [
  {
    name: "client",
    inputs: [
      ...SHARED,
      "scripts/chunkGroups.ts",
      "scripts/firstPaint.ts",
      "scripts/firstStyle.ts",
      "scripts/hostedFiles.ts",
      "scripts/serviceWorker.ts",
      "src",
      "public",
      "index.html",
    ],
    output: "dist/client/index.html",
    config: { mode: "production", build: { license: LICENSES } },
    afterBuild: () => compressTexts(join(ROOT, "dist/client")),
  },
  {
    name: "server",
    inputs: [...SHARED, "server", "packages"],
    output: "dist/server/main.js",
    config: bundleFor("server/main.ts", "dist/server", "node20"),
  },
  {
    name: "commands",
    inputs: [...SHARED, "server", "packages", "scripts"],
    output: "dist/commands/downspout.js",
    config: bundleFor("scripts/downspout.ts", "dist/commands", "node22"),
  },
];

const USUAL_PARTS = ["client", "server"];

/** Bundles a Node program with its dependencies. */
function bundleFor(entry: string, outDir: string, target: string): InlineConfig {
  return {
    mode: "production",
    publicDir: false,
    ssr: {
      noExternal: true,
      // A native module, installed on Node 20 only.
      external: ["better-sqlite3-node20"],
    },
    build: { ssr: entry, license: LICENSES, outDir, target, sourcemap: true },
  };
}

/** Builds the stale ones of `parts`. Calls `onBuild` with the name of each. */
export async function buildStale(
  onBuild: (name: string) => void,
  parts: readonly string[] = USUAL_PARTS,
): Promise<void> {
  // Vite builds React for development if the environment says so, as that of a test or of a developer's shell may.
  process.env.NODE_ENV = "production";
  for (const part of PARTS) {
    if (!parts.includes(part.name)) continue;
    const stamp = join(ROOT, "dist", `.${part.name}-stamp`);
    const current = fingerprint(part);
    if (existsSync(join(ROOT, part.output)) && readStamp(stamp) === current) continue;
    onBuild(part.name);
    // An interrupted build must not count as finished.
    rmSync(stamp, { force: true });
    await build({ root: ROOT, logLevel: "warn", ...part.config }).catch((error: unknown) => {
      throw settingError(error) ?? error;
    });
    await part.afterBuild?.();
    const folder = join(ROOT, "dist", part.name);
    renameSync(join(folder, LICENSES.fileName), join(ROOT, licensesFile(part.name)));
    rmSync(join(folder, ".vite"), { recursive: true });
    writeFileSync(stamp, current);
  }
}

/** Builds the stale parts of our server. @throws StartupError if the settings are those of a hosted client */
export async function buildForOneMachine(...added: readonly string[]): Promise<void> {
  const hosted = compiledIn(ROOT).find(
    ([name, value]) =>
      /^VITE_(CONVEX_URL|CLERK_PUBLISHABLE_KEY)$/.test(name) && value.trim() !== "",
  );
  if (hosted)
    throw new StartupError(
      `${hosted[0]} is set, in the environment or a .env file, so this build is for Convex and Clerk, which npm start does not serve. Remove it, or put dist/client on a static host (docs/hosting.md).`,
    );
  await buildStale((name) => console.log(`Building the ${name} ...`), [...USUAL_PARTS, ...added]);
}

/** The error of vite.config.ts for a missing or malformed setting, whose name begins its sentence. */
export function settingError(error: unknown): StartupError | undefined {
  const message = error instanceof Error ? error.message : "";
  const [, sentence] = /^(?:Error: )?(VITE_[A-Z_]+ .*)$/m.exec(message) ?? [];
  return sentence === undefined ? undefined : new StartupError(sentence);
}

/**
 * Writes each text file a second time, compressed, for server/http/staticFiles.ts: the best quality takes seconds,
 * which no request can wait for, and saves 7 % of the first load.
 */
async function compressTexts(folder: string): Promise<void> {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const texts = names.filter((name) => /[.](js|css|html|svg)$/.test(name));
  await Promise.all(
    texts.map(async (name) => {
      const content = readFileSync(join(folder, name));
      const compressed = await promisify(brotliCompress)(content);
      writeFileSync(join(folder, `${name}.br`), compressed);
    }),
  );
}

function readStamp(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, "utf8") : undefined;
}

function fingerprint({ inputs }: Part): string {
  const hash = createHash("sha256");
  for (const file of inputs.flatMap(filesIn).sort()) {
    hash.update(file).update("\0");
    hash.update(readFileSync(join(ROOT, file))).update("\0");
  }
  for (const [name, value] of compiledIn(ROOT)) hash.update(`${name}=${value}\0`);
  return hash.digest("hex");
}

/** The VITE_ variables, which are compiled into the client, from the environment and .env files. */
export function compiledIn(folder: string): [string, string][] {
  return Object.entries(loadEnv("production", folder, "VITE_")).sort();
}

function filesIn(path: string): string[] {
  const absolute = join(ROOT, path);
  if (!existsSync(absolute)) return [];
  if (!statSync(absolute).isDirectory()) return [path];
  return readdirSync(absolute).flatMap((name) => filesIn(join(path, name)));
}

export async function main({ positionals }: Arguments): Promise<void> {
  await buildStale(
    (name) => console.log(`Building the ${name} ...`),
    positionals.length > 0 ? positionals : USUAL_PARTS,
  );
}
