/**
 * Bundles `convex/` as `npx convex deploy` does: the same entry points and esbuild settings. The command itself needs a
 * deployment to talk to, so its rules are repeated here from convex's own src/bundler, and those that the deployment
 * applies from its published source and limits.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { EdgeVM } from "@edge-runtime/vm";
import { build, type BuildFailure, type Metafile } from "esbuild";

const CODE = /\.(?:[cm]?[jt]s|[jt]sx)$/;
/** Not entry points: the deployment bundles them separately. */
const APART = ["schema.ts", "auth.config.ts"];
const MAX_NAME_LENGTH = 64;
const MAX_CODE_BYTES = 32 * 1024 * 1024;

export interface ConvexBundle {
  /** Why a deployment would fail, or would differ from the folder. */
  readonly refusals: readonly string[];
  /** The exports of each module, evaluated as the deployment does to find its functions. */
  readonly modules: ReadonlyMap<string, Readonly<Record<string, unknown>>>;
  /** Packages in the bundle. */
  readonly packages: readonly string[];
}

export async function bundleConvex(folder: string): Promise<ConvexBundle> {
  const paths = codeIn(folder);
  const refusals = paths.flatMap((path) =>
    namingFaults(path, readFileSync(join(folder, path), "utf8")),
  );
  const modules = new Map<string, Readonly<Record<string, unknown>>>();
  const packages = new Set<string>();
  let codeBytes = 0;
  for (const path of paths) {
    const packed = await pack(folder, path);
    refusals.push(...packed.faults);
    if (packed.code === null) continue;
    codeBytes += packed.code.length;
    for (const name of packagesOf(packed.metafile)) packages.add(name);
    const ran = run(path, packed.code);
    if (typeof ran === "string") refusals.push(ran);
    else modules.set(path.replace(CODE, ""), ran);
  }
  if (codeBytes > MAX_CODE_BYTES) {
    refusals.push(`The code has ${codeBytes} bytes; 32 MiB are allowed.`);
  }
  return { refusals, modules, packages: [...packages].sort() };
}

function codeIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && CODE.test(entry.name))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .map((path) => path.split(sep).join("/"))
    .filter((path) => !path.startsWith("_generated/"))
    .sort();
}

function namingFaults(path: string, source: string): string[] {
  const faults: string[] = [];
  const refuse = (why: string) => faults.push(`${path}: ${why}`);
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (!APART.includes(path)) {
    if (name.split(".").length > 2) refuse("a name with two dots is not deployed");
    if (!/^\s*(?:import|export)/m.test(source))
      refuse("a file without import or export is not deployed");
  }
  for (const part of path.split("/")) {
    if (!/^[a-zA-Z0-9_.]+$/.test(part) || !/[a-zA-Z0-9]/.test(part))
      refuse(`"${part}" may hold only letters, digits, underscores and dots`);
    if (part.length > MAX_NAME_LENGTH) refuse(`"${part}" is too long`);
  }
  if (path.startsWith("_deps/")) refuse("_deps is kept for dependencies");
  if (path.startsWith("actions/")) refuse("actions/ is kept for modules of Node's runtime");
  if (/^\s*["']use node["']/m.test(source))
    refuse("asks for Node's runtime, which one machine has not");
  return faults;
}

/** As convex's debugBundle.ts, but one bundle for each module, in a format that can be evaluated here. */
async function pack(folder: string, path: string) {
  try {
    const result = await build({
      entryPoints: [join(folder, path)],
      bundle: true,
      platform: "browser",
      format: "iife",
      globalName: "convexModule",
      target: "esnext",
      jsx: "automatic",
      outdir: "out",
      outbase: folder,
      conditions: ["convex", "module"],
      write: false,
      treeShaking: true,
      minifySyntax: true,
      minifyIdentifiers: true,
      keepNames: true,
      define: { "process.env.NODE_ENV": '"production"' },
      metafile: true,
      logLevel: "silent",
    });
    return {
      code: result.outputFiles[0]!.text,
      metafile: result.metafile,
      faults: result.warnings.map(({ text }) => `${path}: ${text}`),
    };
  } catch (error) {
    const { errors } = error as BuildFailure;
    const faults = errors.map(({ text }) => `${path}: ${text}`);
    return { code: null, metafile: { inputs: {}, outputs: {} }, faults };
  }
}

function packagesOf({ inputs }: Pick<Metafile, "inputs">): string[] {
  return Object.keys(inputs).flatMap((file) => {
    const name = /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1];
    return name === undefined ? [] : [name];
  });
}

/** A runtime with web globals and without Node's, like Convex's. */
function run(path: string, code: string): Record<string, unknown> | string {
  const vm = new EdgeVM();
  vm.evaluate("globalThis.process = { env: {} }");
  try {
    return vm.evaluate(`${code};convexModule`);
  } catch (error) {
    return `${path}: does not run there (${String(error)})`;
  }
}
