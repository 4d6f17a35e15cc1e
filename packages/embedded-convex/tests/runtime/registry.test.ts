import { defineSchema, defineTable, mutationGeneric, queryGeneric } from "convex/server";
import { v } from "convex/values";
import { describe, expect, test } from "vitest";
import { type ModuleMap, Registry, canonicalPath } from "../../src/runtime/registry";
import { StartupError } from "../../src/store/errors";
import { fixtureModules } from "./fixtures/modules";

const registry = (modules: ModuleMap) =>
  new Registry(modules, {
    nameOf: () => null,
    exists: (name) => name === "undeclared",
  });

describe("the registry", () => {
  test("finds functions by the paths that clients send", () => {
    const found = registry(fixtureModules);
    for (const path of ["items:add", "items.js:add"]) {
      expect(found.find(path)).toMatchObject({
        path: "items:add",
        kind: "mutation",
        isPublic: true,
      });
    }
    expect(found.find("actions:secret")).toMatchObject({
      kind: "query",
      isPublic: false,
    });
    expect(found.find("schema:default")).toBeNull();
    expect(found.find("items")).toBeNull();
    expect(found.has("items")).toBe(true);
    expect(found.has("item")).toBe(false);
  });

  test("resolves a path without a name to the default export", () => {
    expect(canonicalPath("a/b")).toBe("a/b:default");
    const found = registry({ "a/b": { default: mutationGeneric(() => null) } });
    expect(found.find("a/b")?.kind).toBe("mutation");
  });

  test("the registry does not find names of Object.prototype", () => {
    for (const path of ["items:constructor", "__proto__:toString", "constructor:name"]) {
      expect(registry(fixtureModules).find(path)).toBeNull();
    }
  });

  test("reads trusted issuers, skipping those without a domain", () => {
    expect(registry(fixtureModules).trustedProviders).toEqual([
      { domain: "https://issuer.example", applicationID: "convex" },
    ]);
    expect(registry({}).trustedProviders).toEqual([]);
  });

  test("hands over a customJwt provider with its keys, and skips one whose issuer is not set", () => {
    const custom = {
      type: "customJwt",
      issuer: "https://a.example",
      jwks: "https://a.example/keys",
      algorithm: "ES256",
    };
    const providers = [
      custom,
      { ...custom, applicationID: "app" },
      { ...custom, issuer: undefined },
    ];
    expect(registry({ "auth.config": { default: { providers } } }).trustedProviders).toEqual([
      custom,
      { ...custom, applicationID: "app" },
    ]);
  });

  test.each<[string, ModuleMap]>([
    ["components are not supported", { "convex.config": { default: {} } }],
    ["is not an HTTP router", { http: { default: {} } }],
    [
      "vector search is not supported",
      {
        schema: {
          default: defineSchema({
            t: defineTable({ e: v.array(v.number()) }).vectorIndex("by_e", {
              vectorField: "e",
              dimensions: 3,
            }),
          }),
        },
      },
    ],
  ])("refuses with one sentence: %s", (sentence, modules) => {
    expect(() => registry(modules)).toThrow(sentence);
  });
});

/** A table whose types do not refuse what the test has refused. */
interface Indexed {
  index(name: string, fields: readonly string[]): Indexed;
  searchIndex(name: string, of: { searchField: string; filterFields?: readonly string[] }): Indexed;
}
const tableOf = (fields: unknown) => defineTable(fields as never) as unknown as Indexed;
const names = (count: number) => Array.from({ length: count }, (_, at) => `f${at}`);
const numbers = (count: number) =>
  Object.fromEntries(names(count).map((name) => [name, v.number()]));
const a = { a: v.string() };

describe("schemas that Convex refuses", () => {
  test.each<[string, Indexed]>([
    ["Identifier a-b has invalid character '-'", tableOf({ "a-b": v.null() })],
    [
      "Invalid validator for key `o`: Field name $a starts with '$', which is reserved.",
      tableOf({ o: v.object({ $a: v.null() }) }),
    ],
    [
      "Invalid first character '1' in 1a: Identifiers must start with an alphabetic character or underscore",
      tableOf({ "1a": v.null() }),
    ],
    ["Identifier cannot be empty", tableOf({ "": v.null() })],
    ["Identifier is too long (65 > maximum 64)", tableOf({ ["a".repeat(65)]: v.null() })],
    [
      "Identifier __ cannot have exclusively underscores",
      tableOf({ o: v.object({ __: v.null() }) }),
    ],
    [
      "Field '_a' starts with an underscore, which is only allowed for system fields like '_id'.",
      tableOf({ _a: v.null() }),
    ],
    [
      "The document validator in a schema must be an object, a union of objects, or `v.any()`. Found v.string().",
      tableOf(v.string()),
    ],
    ["Found v.null().", tableOf(v.union(v.object({}), v.null()))],
    [
      '`v.id("nothing")` names a table that the schema does not declare.',
      tableOf({ of: v.array(v.id("nothing")) }),
    ],
    [
      "Records can only have string keys. Your validator contains a record with key typed as `v.float64()`",
      tableOf({ r: v.record(v.number() as never, v.null()) }),
    ],
    ['In table "t" index "by_a" must have at least one field.', tableOf(a).index("by_a", [])],
    [
      'In index "by_a": Indexes may have up to 16 fields.',
      tableOf(numbers(17)).index("by_a", names(17)),
    ],
    [
      "Search indexes may have up to 16 filter fields.",
      tableOf({ ...a, ...numbers(17) }).searchIndex("by_a", {
        searchField: "a",
        filterFields: names(17),
      }),
    ],
    [
      'Table "t" cannot have more than 64 indexes.',
      names(65).reduce((made, name) => made.index(`by_${name}`, [name]), tableOf(numbers(65))),
    ],
    [
      'Table "t" has two or more definitions of index "by_a".',
      tableOf(a).index("by_a", ["a"]).searchIndex("by_a", { searchField: "a" }),
    ],
    [
      'In table "t" index "by_b" and index "by_a" have the same fields. Indexes must be unique within a table.',
      tableOf(a).index("by_a", ["a"]).index("by_b", ["a"]),
    ],
    [
      'search index "by_b" and search index "by_a" have the same `searchField`.',
      tableOf(a)
        .searchIndex("by_a", { searchField: "a" })
        .searchIndex("by_b", { searchField: "a" }),
    ],
    [
      'In index "by_a": Duplicate field "a". Index fields must be unique within an index.',
      tableOf(a).index("by_a", ["a", "a"]),
    ],
    [
      'In table "t" the index "by_b" is invalid because it references the field "b" that does not exist.',
      tableOf(a).index("by_b", ["b"]),
    ],
    [
      'references the field "a.b" that does not exist.',
      tableOf(a).searchIndex("by_b", { searchField: "a.b" }),
    ],
    ['In index "by_a": Invalid index field: "a-b"', tableOf(a).index("by_a", ["a-b"])],
    [
      'Invalid index name: "by-a". Identifiers must be 64 characters or less',
      tableOf(a).index("by-a", ["a"]),
    ],
    [
      "`_id` is not a valid index field. To load documents by ID, use `db.get(id)`.",
      tableOf(a).index("by_a", ["_id"]),
    ],
    [
      "`_creationTime` is automatically added to the end of each index.",
      tableOf(a).index("by_a", ["a", "_creationTime"]),
    ],
    [
      "Reserved fields (starting with `_`) are not allowed in indexes.",
      tableOf(a).index("by_a", ["_a"]),
    ],
    ...["by_id", "by_creation_time", "_by_a"].map((name): [string, Indexed] => [
      `In table "t" cannot name an index "${name}" because the name is reserved.`,
      tableOf(a).index(name, ["a"]),
    ]),
  ])("a schema is refused with Convex's sentence: %s", (sentence, refused) => {
    const schema = defineSchema({ t: refused as never });
    const open = () => registry({ schema: { default: schema } });
    expect(open).toThrow(StartupError);
    expect(open).toThrow(sentence);
  });

  test.each([
    [
      'Invalid table name: "a-b". Identifiers must start with a letter and can only contain letters, digits, and underscores.',
      "a-b",
    ],
    ["_a is a reserved table name.", "_a"],
  ])("a schema is refused for the name of a table: %s", (sentence, name) => {
    const schema = defineSchema({ [name]: defineTable(v.any()) });
    expect(() => registry({ schema: { default: schema } })).toThrow(sentence);
  });

  test("a schema at the limits, or with the fields that Convex adds, is not refused", () => {
    const schema = defineSchema({
      t: names(48).reduce(
        (made, name) => made.index(`by_${name}`, [name]),
        tableOf({ ...numbers(48), ...a, o: v.any() })
          .index("by_all", names(16))
          .index("by_inner", ["o.b.c"])
          .searchIndex("search", {
            searchField: "a",
            filterFields: [...names(15), "_creationTime"],
          }),
      ) as never,
      u: defineTable({
        _id: v.id("u"),
        _creationTime: v.number(),
        file: v.id("_storage"),
        scheduled: v.id("_scheduled_functions"),
        t: v.id("t"),
        other: v.id("undeclared"),
      }),
    });
    const [, u] = registry({ schema: { default: schema } }).schema;
    expect(u?.validator).toMatchObject({ type: "object" });
    const { value } = u!.validator as { value: object };
    expect(Object.keys(value)).toEqual(["file", "scheduled", "t", "other"]);
  });
});

describe("functions that Convex refuses", () => {
  const schema = { default: defineSchema({ t: defineTable(v.any()) }) };
  const withArgs = (args: unknown) => ({
    schema,
    m: { f: queryGeneric({ args: args as never, handler: () => null }) },
  });
  const f = queryGeneric(() => null);

  test.each<[string, ModuleMap]>([
    [
      "The function m:f is invalid. Error in args validator: Identifier a-b has invalid character '-'",
      withArgs({ "a-b": v.null() }),
    ],
    ["Field name $a starts with '$'", withArgs({ $a: v.null() })],
    [
      '`v.id("nothing")` names a table that the schema does not declare.',
      withArgs({ id: v.id("nothing") }),
    ],
    ["Args validator must be an object or any", withArgs(v.string())],
    [
      "Error in returns validator: Identifier a-b",
      {
        m: {
          f: queryGeneric({
            args: {},
            returns: v.object({ "a-b": v.null() }),
            handler: () => ({ "a-b": null }),
          }),
        },
      },
    ],
    [
      "my-module is not a valid path to a Convex module. Path component my-module can only contain alphanumeric characters, underscores, or periods.",
      { "my-module": { f } },
    ],
    ["Path component a b can only", { "model/a b": { f } }],
    ["Path component _ must have at least one", { "_/a": { f } }],
    [`Path component is too long (65 > maximum 64)`, { ["a".repeat(65)]: { f } }],
    ["Invalid first character '$' in $f", { m: { $f: f } }],
  ])("a function is refused with Convex's sentence: %s", (sentence, modules) => {
    expect(() => registry(modules)).toThrow(StartupError);
    expect(() => registry(modules)).toThrow(sentence);
  });

  test("a function whose ids are of tables that exist, or of any without a schema, is not refused", () => {
    registry(withArgs({ id: v.union(v.id("t"), v.id("undeclared")) }));
    registry({ m: withArgs({ id: v.id("nothing") }).m });
  });
});

test.each([
  [
    {
      type: "customJwt",
      issuer: "https://a.example",
      jwks: "https://a.example",
      algorithm: "HS256",
    },
    "Provider at index 0 is a customJwt so must have the 'algorithm' RS256 or ES256",
  ],
  [
    { type: "customJwt", issuer: "https://a.example", algorithm: "ES256" },
    "Provider at index 0 is a customJwt so must have an 'issuer' and a 'jwks' specified",
  ],
  [
    {
      type: "customJwt",
      domain: "https://a.example",
      jwks: "https://a.example",
      algorithm: "ES256",
    },
    "Provider at index 0 is a customJwt so cannot have a 'domain' specified",
  ],
  [
    {
      type: "customJwt",
      issuer: "https://a.example",
      jwks: "https://a.example",
      algorithm: "ES256",
      applicationID: "",
    },
    "Provider at index 0 is a customJwt whose 'applicationID' is empty",
  ],
  [
    {
      type: "customJwt",
      issuer: "https://api.workos.com/",
      jwks: "https://a.example",
      algorithm: "RS256",
    },
    "Provider at index 0 has an issuer that is shared among many applications",
  ],
  [{ type: "saml", domain: "a" }, "Provider at index 0 has unexpected 'type' value 'saml'"],
  [
    { issuer: "https://a.example", applicationID: "a" },
    "Provider at index 0 is oidc so cannot have an 'issuer' specified.",
  ],
  [
    { domain: "https://a.example", applicationId: "a" },
    "must have applicationID property spelled lowercase 'application', capital I, capital D.",
  ],
])("refuses the token issuer %j", (provider, sentence) => {
  const open = () => registry({ "auth.config": { default: { providers: [provider] } } });
  expect(open).toThrow(StartupError);
  expect(open).toThrow(sentence);
});
