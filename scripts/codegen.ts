/**
 * `npm run codegen`: writes convex/_generated like `npx convex codegen`, but without a deployment. Uses the templates
 * of the installed convex package; the rest repeats its component_api.ts and dataModel.ts.
 */
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { createRequire } from "node:module";
import { format } from "oxfmt";

const FUNCTIONS = fileURLToPath(new URL("../convex", import.meta.url));
const GENERATED = join(FUNCTIONS, "_generated");

interface Templates {
  readonly header: (description: string) => string;
  readonly apiComment: (name: string, type?: "public" | "internal") => string;
  readonly compareModulePaths: (a: string, b: string) => number;
  readonly importPath: (modulePath: string) => string;
  readonly moduleIdentifier: (modulePath: string) => string;
  readonly serverCodegen: (options: { useTypeScript: boolean; envVars: [] }) => {
    readonly DTS: string;
    readonly JS: string;
  };
}

/** The expected content of each file in convex/_generated. */
export async function generatedFiles(): Promise<Map<string, string>> {
  const templates = await loadTemplates();
  const modules = await modulePaths(templates);
  const server = templates.serverCodegen({ useTypeScript: false, envVars: [] });
  const files: [name: string, text: string][] = [
    ["api.d.ts", apiTypes(templates, modules)],
    ["api.js", apiObjects(templates)],
    ["dataModel.d.ts", dataModelTypes(templates)],
    ["server.d.ts", server.DTS],
    ["server.js", server.JS],
  ];
  const formatted = files.map(async ([name, text]): Promise<[string, string]> => [
    name,
    (await format(name, text, { printWidth: 80 })).code,
  ]);
  return new Map(await Promise.all(formatted));
}

/** The current files, by name. */
export async function existingFiles(): Promise<Map<string, string>> {
  const names = await readdir(GENERATED);
  const read = names.map(async (name): Promise<[string, string]> => [
    name,
    await readFile(join(GENERATED, name), "utf8"),
  ]);
  return new Map(await Promise.all(read));
}

export async function main(): Promise<void> {
  await mkdir(GENERATED, { recursive: true });
  for (const [name, text] of await generatedFiles()) await writeFile(join(GENERATED, name), text);
  console.log(`Wrote ${relative(process.cwd(), GENERATED)}`);
}

/** Imports the templates by path, since the package does not export them. */
async function loadTemplates(): Promise<Templates> {
  const entry = createRequire(import.meta.url).resolve("convex/package.json");
  const folder = join(dirname(entry), "dist/esm/cli/codegen_templates");
  const load = async (name: string) =>
    (await import(pathToFileURL(join(folder, name)).href)) as Partial<Templates>;
  return {
    ...(await load("common.js")),
    ...(await load("api.js")),
    ...(await load("server.js")),
  } as Templates;
}

/** The modules that Convex deploys: all but the schema and files with two dots in the name. */
async function modulePaths(templates: Templates): Promise<string[]> {
  const entries = await readdir(FUNCTIONS, {
    recursive: true,
    withFileTypes: true,
  });
  const paths = entries
    .filter((entry) => entry.isFile() && /^[^.]+\.tsx?$/.test(entry.name))
    .map((entry) => relative(FUNCTIONS, join(entry.parentPath, entry.name)))
    .filter((path) => !path.startsWith("_generated") && path !== "schema.ts");
  return paths.sort((a, b) => templates.compareModulePaths(a, b));
}

function apiTypes(templates: Templates, modules: string[]): string {
  const { apiComment, header, importPath, moduleIdentifier } = templates;
  const imports = modules.map(
    (path) => `import type * as ${moduleIdentifier(path)} from "../${importPath(path)}.js";`,
  );
  const members = modules.map(
    (path) => `  "${importPath(path)}": typeof ${moduleIdentifier(path)},`,
  );
  return `${header("Generated `api` utility.")}
${imports.join("\n")}

    import type {
      ApiFromModules,
      FilterApi,
      FunctionReference,
    } from "convex/server";

    declare const fullApi: ApiFromModules<{
${members.join("\n")}
}>;

    ${apiComment("api", "public")}
    export declare const api: FilterApi<typeof fullApi, FunctionReference<any, "public">>;
    ${apiComment("internal", "internal")}
    export declare const internal: FilterApi<typeof fullApi, FunctionReference<any, "internal">>;

  export declare const components: {
};`;
}

function apiObjects({ apiComment, header }: Templates): string {
  return `${header("Generated `api` utility.")}

    import { anyApi, componentsGeneric } from "convex/server";

    ${apiComment("api")}
    export const api = anyApi;
    export const internal = anyApi;
    export const components = componentsGeneric();
  `;
}

function dataModelTypes({ header }: Templates): string {
  return `
  ${header("Generated data model types.")}
  import type { DataModelFromSchemaDefinition, DocumentByName, TableNamesInDataModel, SystemTableNames } from "convex/server";
  import type { GenericId } from "convex/values";
  import schema from "../schema.js";

  /**
   * The names of all of your Convex tables.
   */
  export type TableNames = TableNamesInDataModel<DataModel>;

  /**
   * The type of a document stored in Convex.
   *
   * @typeParam TableName - A string literal type of the table name (like "users").
   */
  export type Doc<TableName extends TableNames> = DocumentByName<DataModel, TableName>;

  /**
   * An identifier for a document in Convex.
   *
   * Convex documents are uniquely identified by their \`Id\`, which is accessible
   * on the \`_id\` field. To learn more, see [Document IDs](https://docs.convex.dev/using/document-ids).
   *
   * Documents can be loaded using \`db.get(tableName, id)\` in query and mutation functions.
   *
   * IDs are just strings at runtime, but this type can be used to distinguish them from other
   * strings when type checking.
   *
   * @typeParam TableName - A string literal type of the table name (like "users").
   */
  export type Id<TableName extends TableNames | SystemTableNames> = GenericId<TableName>;

  /**
   * A type describing your Convex data model.
   *
   * This type includes information about what tables you have, the type of
   * documents stored in those tables, and the indexes defined on them.
   *
   * This type is used to parameterize methods like \`queryGeneric\` and
   * \`mutationGeneric\` to make them type-safe.
   */
  export type DataModel = DataModelFromSchemaDefinition<typeof schema>;
  `;
}
