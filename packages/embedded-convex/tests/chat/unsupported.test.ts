/** What the README says is refused. */
import { defineApp, defineSchema, defineTable } from "convex/server";
import { v } from "convex/values";
import { openBackend, StartupError } from "embedded-convex";
import { expect, test } from "vitest";
import { temporaryFolder } from "../support/temporaryFolder";
import { modules } from "./modules";

const withVectors = defineSchema({
  messages: defineTable({ embedding: v.array(v.float64()) }).vectorIndex("by_embedding", {
    vectorField: "embedding",
    dimensions: 4,
  }),
});

test.each([
  ["components", { "convex.config": { default: defineApp() } }],
  ["vector search", { schema: { default: withVectors } }],
])("%s: refused when the backend is opened", (name, unsupported) => {
  const open = () =>
    openBackend({
      dataDir: temporaryFolder(),
      modules: { ...modules, ...unsupported },
      ownUrl: "http://127.0.0.1:3000",
      log: console,
    });
  expect(open).toThrow(StartupError);
  expect(open).toThrow(name);
});
