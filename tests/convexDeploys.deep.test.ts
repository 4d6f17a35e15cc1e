import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { beforeAll, describe, expect, it } from "vitest";
import type { SchemaDefinition, GenericSchema } from "convex/server";
import { bundleConvex, type ConvexBundle } from "./support/convexBundle";
import { temporaryFolder } from "../packages/embedded-convex/tests/support/temporaryFolder";

const FOLDER = join(import.meta.dirname, "../convex");

/** Packages that run in Convex's default runtime, without Node's APIs. */
const PACKAGES = [
  "@date-fns/tz",
  "@date-fns/utc",
  "convex",
  "convex-helpers",
  "date-fns",
  "double-metaphone",
  "zod",
];

/** To bundle all functions, or to check their types, takes a busy machine more than a minute. */
const BUSY_MS = 300_000;

interface ConvexFunction {
  readonly isQuery?: true;
  readonly isMutation?: true;
  readonly isAction?: true;
  readonly isPublic?: true;
  readonly exportArgs?: () => string;
  readonly exportCheckedArgs?: () => string;
  readonly exportReturns?: () => string;
}

describe("convex/", () => {
  let bundle: ConvexBundle;
  beforeAll(async () => {
    bundle = await bundleConvex(FOLDER);
  }, BUSY_MS);

  it("convex/ is bundled and evaluated without an error", () => {
    expect(bundle.refusals).toEqual([]);
    expect(bundle.packages).toEqual(PACKAGES);
  });

  it(
    "type-checks as a deployment does it, without built references",
    () => {
      const config = readTsconfig(join(FOLDER, "tsconfig.json"));
      expect(config.errors).toEqual([]);
      expect(config.options.composite).toBeUndefined();
      expect(config.projectReferences).toBeUndefined();
      const program = ts.createProgram(config.fileNames, config.options);
      const errors = ts.getPreEmitDiagnostics(program);
      expect(errors.map(({ messageText }) => messageText)).toEqual([]);
    },
    BUSY_MS,
  );

  it("validates the arguments and result of every public function", () => {
    const missing = functionsOf(bundle).filter(
      ([, found]) =>
        found.isPublic &&
        (kindOf(found.exportCheckedArgs?.()) !== "object" ||
          kindOf(found.exportReturns?.()) === null),
    );
    expect(missing.map(([name]) => name)).toEqual([]);
    expect(functionsOf(bundle).length).toBeGreaterThan(20);
  });

  it("convex/ has function names that Convex accepts", () => {
    const names = functionsOf(bundle).map(([name]) => name.split(":")[1]!);
    for (const name of names) expect(name).toMatch(/^[a-zA-Z]\w{0,63}$/);
  });

  it("exports its routes as the default export of http", () => {
    expect(bundle.modules.get("http")?.default).toMatchObject({
      isRouter: true,
    });
  });

  it("trusts Clerk's issuer for the template named convex", () => {
    const config = bundle.modules.get("auth.config")?.default;
    expect(JSON.parse(JSON.stringify(config))).toEqual({
      providers: [{ applicationID: "convex" }],
    });
  });

  it("keeps the schema within Convex's limits", () => {
    const schema = bundle.modules.get("schema")?.default as SchemaDefinition<GenericSchema, true>;
    for (const [table, definition] of Object.entries(schema.tables)) {
      expect(table).toMatch(/^[a-zA-Z]\w{0,63}$/);
      const { indexes, searchIndexes } = JSON.parse(
        JSON.stringify((definition as unknown as Exported).export()),
      ) as Indexes;
      expect(indexes.length, `indexes of ${table}`).toBeLessThanOrEqual(32);
      expect(searchIndexes.length, table).toBeLessThanOrEqual(4);
      for (const { indexDescriptor, fields } of indexes) {
        expect(indexDescriptor).toMatch(/^(?!by_id$|by_creation_time$)[a-z]\w{0,63}$/i);
        expect(fields.length, indexDescriptor).toBeLessThanOrEqual(16);
        expect(fields, indexDescriptor).not.toContain("_creationTime");
      }
      for (const { filterFields } of searchIndexes)
        expect(filterFields.length, table).toBeLessThanOrEqual(16);
    }
  });
});

describe("the deployment check", () => {
  const GOOD = `import { queryGeneric } from "convex/server";
    export const get = queryGeneric({ args: {}, handler: () => 1 });`;

  async function refusalsOf(path: string, source: string) {
    const folder = temporaryFolder();
    mkdirSync(join(folder, path, ".."), { recursive: true });
    writeFileSync(join(folder, path), source);
    return (await bundleConvex(folder)).refusals;
  }

  it.each([
    ["nodes.ts", `import "node:fs"; export {};`, /node:fs/],
    ["crypto.ts", `import "crypto"; export {};`, /crypto/],
    ["job-list.ts", GOOD.replace("convex/server", "./x"), /job-list/],
    ["jobs.old.ts", "export {};", /two dots/],
    ["empty.ts", "const a = 1;", /without import or export/],
    ["mail.ts", `"use node";\nexport {};`, /Node's runtime/],
    ["actions/mail.ts", "export {};", /actions\//],
    ["early.ts", "export const home = process.cwd();", /does not run/],
    ["buffer.ts", `export const a = Buffer.from("a");`, /does not run/],
    ["wrong.ts", `import { a } from "./nowhere"; export { a };`, /nowhere/],
  ])("rejects %s", async (path, source, why) => {
    expect((await refusalsOf(path, source)).join("\n")).toMatch(why);
  });
});

function readTsconfig(file: string): ts.ParsedCommandLine {
  const read = ts.readConfigFile(file, (path) => ts.sys.readFile(path));
  return ts.parseJsonConfigFileContent(read.config, ts.sys, FOLDER);
}

interface Exported {
  export(): unknown;
}

interface Indexes {
  readonly indexes: { indexDescriptor: string; fields: string[] }[];
  readonly searchIndexes: { filterFields: string[] }[];
}

function functionsOf({ modules }: ConvexBundle): [string, ConvexFunction][] {
  return [...modules].flatMap(([path, exports]) =>
    Object.entries(exports)
      .filter(([, value]) => isFunction(value))
      .map(([name, value]): [string, ConvexFunction] => [
        `${path}:${name}`,
        value as ConvexFunction,
      ]),
  );
}

function isFunction(value: unknown): boolean {
  const found = value as ConvexFunction | null;
  return Boolean(found?.isQuery ?? found?.isMutation ?? found?.isAction);
}

function kindOf(validator: string | undefined): string | null {
  const parsed = JSON.parse(validator ?? "null") as { type: string } | null;
  return parsed?.type ?? null;
}
