/**
 * `npm run package`: the built program, the guides for those who run it, and the licenses of what is inside, as
 * `dist/downspout-<version>.tar.gz` with its checksum beside it. It has the folders of the repository, so that every
 * path below the program's folder is the same in both.
 */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { build } from "esbuild";
import { StartupError } from "embedded-convex";
import { buildForOneMachine, licensesFile, type License } from "./build";
import { tarGz, type TarFile } from "./tarArchive";

const ROOT = resolve(import.meta.dirname, "..");

const MAX_BYTES = 12_000_000;

/** The guides that docs/operations.md leads to, and the settings. */
const GUIDES = [
  "LICENSE",
  ".env.example",
  "docs/operations.md",
  "docs/field.md",
  "docs/moving-in.md",
  "docs/hosting.md",
  "docs/hosted-operations.md",
];
const FOLDERS = ["dist/client", "dist/server", "dist/commands"];

/** Packages in the client that are no modules of its bundle: the font, the style reset and the service worker. */
const OTHER_PACKAGES = [
  "@fontsource-variable/inter",
  "tailwindcss",
  "workbox-core",
  "workbox-precaching",
  "workbox-routing",
  "workbox-strategies",
];

/** Code of other authors that is part of the repository. */
const COPIED: readonly License[] = [
  {
    name: "lucide",
    version: "1.75.0",
    identifier: "ISC",
    text: read("src/components/icons/LICENSE").trim(),
  },
];

/** Writes the archive, and returns its path. */
export async function writePackage(): Promise<string> {
  const { version, engines } = JSON.parse(read("package.json")) as {
    version: string;
    engines: { node: string };
  };
  const text = (path: string, content: string): TarFile => ({
    path,
    content: Buffer.from(content),
  });
  const files: TarFile[] = [
    { ...text("downspout", await launcher()), isExecutable: true },
    // The file `downspout` is CommonJS, which every version of Node can read: no "type" here.
    text("package.json", json({ ...PACKAGE, version, engines: { node: enginesOf(engines.node) } })),
    text("dist/package.json", json({ type: "module" })),
    text("README.md", read("scripts/archive/README.md")),
    text("LICENSES.md", licenses()),
    ...[...GUIDES, ...FOLDERS.flatMap(filesIn)].map((path) => ({
      path,
      content: readFileSync(join(ROOT, path)),
    })),
  ];
  const name = `downspout-${version}`;
  const archive = tarGz(files.map((file) => ({ ...file, path: `${name}/${file.path}` })));
  if (archive.length > MAX_BYTES)
    throw new StartupError(
      `The archive has ${archive.length} bytes, more than the ${MAX_BYTES} that it may have.`,
    );
  const path = join(ROOT, "dist", `${name}.tar.gz`);
  const sum = createHash("sha256").update(archive).digest("hex");
  writeFileSync(path, archive);
  writeFileSync(`${path}.sha256`, `${sum}  ${name}.tar.gz\n`);
  return path;
}

/** `main` is for `node downspout-0.2.0`, outside of the folder. */
const PACKAGE = { name: "downspout", private: true, main: "downspout" };

/** The supported versions except Node 20, whose SQLite driver is a native module. */
function enginesOf(range: string): string {
  return range
    .split(" || ")
    .filter((part) => !part.startsWith("^20"))
    .join(" || ");
}

async function launcher(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(ROOT, "scripts/launcher.mjs")],
    bundle: true,
    platform: "node",
    format: "cjs",
    target: "es2015",
    supported: { "dynamic-import": true },
    write: false,
  });
  return outputFiles[0]?.text ?? "";
}

function licenses(): string {
  const bundled = ["client", "server", "commands"].flatMap(
    (part) => JSON.parse(read(licensesFile(part))) as License[],
  );
  const all = new Map(
    [...bundled, ...OTHER_PACKAGES.map(licenseOf), ...COPIED].map((license) => [
      `${license.name} ${license.version}`,
      license,
    ]),
  );
  const chapters = [...all].sort(([a], [b]) => (a < b ? -1 : 1));
  return [
    "# Licenses of what is inside",
    ...chapters.map(
      ([title, { identifier, text }]) =>
        `## ${title} (${identifier})\n\n${text ?? "Its package has no file with the text."}`,
    ),
  ].join("\n\n");
}

function licenseOf(name: string): License {
  const folder = `node_modules/${name}`;
  const { version, license } = JSON.parse(read(`${folder}/package.json`)) as {
    version: string;
    license: string;
  };
  const file = readdirSync(join(ROOT, folder)).find((one) => /^licen[cs]e/i.test(one));
  const text = file === undefined ? {} : { text: read(`${folder}/${file}`).trim() };
  return { name, version, identifier: license, ...text };
}

/** The files without source maps, which nobody reads there. */
function filesIn(folder: string): string[] {
  return readdirSync(join(ROOT, folder), {
    recursive: true,
    withFileTypes: true,
  })
    .filter((entry) => entry.isFile() && !entry.name.endsWith(".map"))
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length + 1))
    .map((path) => path.replaceAll("\\", "/"));
}

function read(path: string): string {
  return readFileSync(join(ROOT, path), "utf8");
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

export async function main(): Promise<void> {
  await buildForOneMachine("commands");
  const path = await writePackage();
  const kilobytes = Math.ceil(readFileSync(path).length / 1000);
  console.log(
    `${path} has ${kilobytes.toLocaleString("en-US")} kB. It runs with Node alone: unpack it, then node downspout in its folder.`,
  );
}
