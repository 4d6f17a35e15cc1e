import { defineSchema, defineTable, mutationGeneric } from "convex/server";
import { v } from "convex/values";
import { describe, expect, test } from "vitest";
import {
  type ModuleMap,
  Registry,
  canonicalPath,
} from "../../src/runtime/registry";
import { fixtureModules } from "./fixtures/modules";

const registry = (modules: ModuleMap) => new Registry(modules, () => null);

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

  test("does not find names of Object.prototype", () => {
    for (const path of [
      "items:constructor",
      "__proto__:toString",
      "constructor:name",
    ]) {
      expect(registry(fixtureModules).find(path)).toBeNull();
    }
  });

  test("reads trusted issuers, skipping those without a domain", () => {
    expect(registry(fixtureModules).trustedProviders).toEqual([
      { domain: "https://issuer.example", applicationID: "convex" },
    ]);
    expect(registry({}).trustedProviders).toEqual([]);
  });

  test.each<[string, ModuleMap]>([
    ["components are not supported", { "convex.config": { default: {} } }],
    ["cron jobs are not supported", { crons: { default: {} } }],
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
    [
      'Table names must be valid identifiers, got "a-b"',
      { schema: { default: defineSchema({ "a-b": defineTable(v.any()) }) } },
    ],
    [
      'declares an index "by_id"',
      {
        schema: {
          default: defineSchema({
            t: defineTable({ a: v.string() }).index("by_id", ["a"]),
          }),
        },
      },
    ],
    [
      "names a field twice",
      {
        schema: {
          default: defineSchema({
            t: defineTable({ a: v.string() }).index("by_a", [
              "a",
              "a",
            ] as never),
          }),
        },
      },
    ],
  ])("refuses with one sentence: %s", (sentence, modules) => {
    expect(() => registry(modules)).toThrow(sentence);
  });
});
