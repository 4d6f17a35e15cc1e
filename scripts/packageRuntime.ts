/**
 * `npm run package:runtime`: packages/embedded-convex as others install it, an archive for `npm install`. Its
 * JavaScript and its types are built, with a package.json that names them; in this repository its sources are used.
 */
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import ts from "typescript";
import { build } from "vite";

const ROOT = resolve(import.meta.dirname, "..");
const PACKAGE = join(ROOT, "packages/embedded-convex");
const ENTRIES = ["index", "vite"];

interface Manifest {
  readonly exports: unknown;
  readonly scripts: unknown;
  readonly devDependencies: unknown;
}

/** Builds into `folder`, which is emptied. Returns the path of the archive in it. */
export async function writePackage(folder: string): Promise<string> {
  const built = join(folder, "package");
  rmSync(folder, { recursive: true, force: true });
  await bundle(join(built, "dist"));
  writeTypes(join(built, "dist"));
  const sources = JSON.parse(readFileSync(join(PACKAGE, "package.json"), "utf8")) as Manifest;
  writeFileSync(join(built, "package.json"), `${JSON.stringify(manifestOf(sources), null, 2)}\n`);
  copyFileSync(join(PACKAGE, "README.md"), join(built, "README.md"));
  const name = execFileSync("npm", ["pack", "--silent", "--pack-destination", folder], {
    cwd: built,
    encoding: "utf8",
  });
  return join(folder, name.trim());
}

/** The package.json without what only this repository uses. */
function manifestOf(sources: Manifest): object {
  const {
    exports: _exports,
    scripts: _scripts,
    devDependencies: _devDependencies,
    ...rest
  } = sources;
  const exported = ENTRIES.map((entry) => [
    entry === "index" ? "." : `./${entry}`,
    { types: `./dist/${entry}.d.ts`, default: `./dist/${entry}.js` },
  ]);
  return {
    ...rest,
    exports: Object.fromEntries(exported) as object,
    files: ["dist"],
  };
}

/** One file for each entry. Dependencies stay imports. */
async function bundle(outDir: string): Promise<void> {
  await build({
    root: PACKAGE,
    configFile: false,
    logLevel: "warn",
    publicDir: false,
    ssr: { external: true },
    build: {
      ssr: true,
      outDir,
      emptyOutDir: true,
      target: "node20",
      minify: false,
      rolldownOptions: {
        input: ENTRIES.map((entry) => join(PACKAGE, `src/${entry}.ts`)),
      },
    },
  });
}

/** The declarations that the entries reach. Node's resolution needs the extensions that the sources leave out. */
function writeTypes(outDir: string): void {
  const sources = join(PACKAGE, "src");
  const declared = declarations(sources);
  const pending = ENTRIES.map((entry) => join(sources, `${entry}.d.ts`));
  const done = new Set<string>();
  for (let file = pending.pop(); file !== undefined; file = pending.pop()) {
    const text = declared.get(file);
    if (done.has(file) || text === undefined) continue;
    done.add(file);
    let withExtensions = text;
    // Begins with the last import, so that the positions of the others stay.
    for (const { fileName, pos } of relativeImports(text).toReversed()) {
      pending.push(join(dirname(file), `${fileName}.d.ts`));
      // `pos` is the opening quote.
      const end = pos + 1 + fileName.length;
      withExtensions = `${withExtensions.slice(0, end)}.js${withExtensions.slice(end)}`;
    }
    const target = join(outDir, relative(sources, file));
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, withExtensions);
  }
}

function relativeImports(text: string): ts.FileReference[] {
  return ts.preProcessFile(text).importedFiles.filter(({ fileName }) => fileName.startsWith("."));
}

/** The declarations of all files that the entries import, by path. */
function declarations(sources: string): Map<string, string> {
  const config = ts.getParsedCommandLineOfConfigFile(
    join(PACKAGE, "tsconfig.json"),
    { composite: false, declaration: true, outDir: undefined },
    { ...ts.sys, onUnRecoverableConfigFileDiagnostic: fail },
  );
  const program = ts.createProgram(
    ENTRIES.map((entry) => join(sources, `${entry}.ts`)),
    config?.options ?? {},
  );
  const written = new Map<string, string>();
  const { diagnostics } = program.emit(undefined, (file, text) => written.set(resolve(file), text));
  diagnostics.forEach(fail);
  return written;
}

function fail({ messageText }: ts.Diagnostic): never {
  throw new Error(ts.flattenDiagnosticMessageText(messageText, "\n"));
}

export async function main(): Promise<void> {
  console.log(await writePackage(join(ROOT, "dist/embedded-convex")));
}
