/**
 * `npm run build`: the client into dist/client, the server into dist/server/main.js.
 *
 * A part whose inputs are the same as at its last build is left alone, so that `npm start` is quick the second time.
 * The server's packages stay in node_modules; only our own code is bundled.
 */
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build, loadEnv, type InlineConfig } from "vite";

interface Part {
  readonly name: string;
  /** Files and folders that the result depends on. */
  readonly inputs: readonly string[];
  readonly output: string;
  readonly config: InlineConfig;
}

const ROOT = resolve(import.meta.dirname, "..");
const SHARED = [
  "package.json",
  "package-lock.json",
  "tsconfig.json",
  "vite.config.ts",
  "scripts/build.ts",
  "domain",
  "convex",
];

const PARTS: readonly Part[] = [
  {
    name: "client",
    inputs: [...SHARED, "src", "public", "index.html"],
    output: "dist/client/index.html",
    config: { mode: "production" },
  },
  {
    name: "server",
    inputs: [...SHARED, "server", "packages"],
    output: "dist/server/main.js",
    config: {
      mode: "production",
      publicDir: false,
      build: {
        ssr: "server/main.ts",
        outDir: "dist/server",
        target: "node20",
        sourcemap: true,
      },
    },
  },
];

/** Builds what is stale, or of that only the parts that are named. `onBuild` hears the name of each that has to be built. */
export async function buildStale(
  onBuild: (name: string) => void,
  only: readonly string[] = [],
): Promise<void> {
  for (const part of PARTS) {
    if (only.length > 0 && !only.includes(part.name)) continue;
    const stamp = join(ROOT, "dist", `.${part.name}-stamp`);
    const wanted = fingerprint(part);
    if (existsSync(join(ROOT, part.output)) && readStamp(stamp) === wanted)
      continue;
    onBuild(part.name);
    // An interrupted build must not pass for a finished one.
    rmSync(stamp, { force: true });
    await build({ root: ROOT, logLevel: "warn", ...part.config });
    mkdirSync(join(ROOT, "dist"), { recursive: true });
    writeFileSync(stamp, wanted);
  }
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
  for (const [name, value] of compiledIn(ROOT))
    hash.update(`${name}=${value}\0`);
  return hash.digest("hex");
}

/** What the page is told about its home is compiled into it, from the environment or from the files beside package.json. */
export function compiledIn(folder: string): [string, string][] {
  return Object.entries(loadEnv("production", folder, "VITE_")).sort();
}

function filesIn(path: string): string[] {
  const absolute = join(ROOT, path);
  if (!existsSync(absolute)) return [];
  if (!statSync(absolute).isDirectory()) return [path];
  return readdirSync(absolute).flatMap((name) => filesIn(join(path, name)));
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  await buildStale(
    (name) => console.log(`Building the ${name} ...`),
    process.argv.slice(2),
  );
