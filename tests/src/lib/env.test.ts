import { expect, test } from "vitest";
import { checkEnv, readEnv } from "@/lib/env";

const ORIGIN = "http://127.0.0.1:3000";

// Spec 7.2
test("one-machine mode needs no settings", () => {
  expect(readEnv({}, ORIGIN)).toEqual({
    convexUrl: ORIGIN,
    cells: [],
    clerkPublishableKey: null,
  });
});

// Spec 1.3, 7.2
test("reads the two settings of hosted mode", () => {
  const variables = {
    VITE_CONVEX_URL: "https://quiet-otter-1.convex.cloud",
    VITE_CLERK_PUBLISHABLE_KEY: "pk_test_abc",
  };
  expect(readEnv(variables, ORIGIN)).toEqual({
    convexUrl: "https://quiet-otter-1.convex.cloud",
    cells: [],
    clerkPublishableKey: "pk_test_abc",
  });
});

test("reads further deployments", () => {
  const variables = {
    VITE_CONVEX_URL: "https://one.example",
    VITE_CONVEX_CELLS: "https://two.example, https://three.example",
    VITE_CLERK_PUBLISHABLE_KEY: "pk_test_abc",
  };
  expect(readEnv(variables, ORIGIN).cells).toEqual([
    "https://two.example",
    "https://three.example",
  ]);
});

test("treats an empty setting as missing", () => {
  expect(readEnv({ VITE_CONVEX_URL: " " }, ORIGIN).convexUrl).toBe(ORIGIN);
});

test.each([
  [{ VITE_CONVEX_URL: "otter" }, "VITE_CONVEX_URL must be an http(s) address."],
  [
    { VITE_CLERK_PUBLISHABLE_KEY: "sk_live_1", VITE_CONVEX_URL: ORIGIN },
    "VITE_CLERK_PUBLISHABLE_KEY must begin with pk_test_ or pk_live_.",
  ],
  [
    { VITE_CONVEX_CELLS: "https://two.example, otter" },
    "VITE_CONVEX_CELLS must be http(s) addresses, with commas between them.",
  ],
  [{ VITE_CONVEX_URL: ORIGIN }, "VITE_CONVEX_URL needs VITE_CLERK_PUBLISHABLE_KEY as well."],
  [
    { VITE_CLERK_PUBLISHABLE_KEY: "pk_test_1" },
    "VITE_CLERK_PUBLISHABLE_KEY needs VITE_CONVEX_URL as well.",
  ],
])("reports a wrong setting: %j", (variables, sentence) => {
  expect(() => checkEnv(variables)).toThrow(sentence);
});

test("accepts the settings of either deployment mode", () => {
  expect(checkEnv({}).clerkPublishableKey).toBeNull();
  const hosted = {
    VITE_CONVEX_URL: "https://one.example",
    VITE_CONVEX_CELLS: "https://two.example",
    VITE_CLERK_PUBLISHABLE_KEY: "pk_live_abc",
  };
  expect(checkEnv(hosted).clerkPublishableKey).toBe("pk_live_abc");
});
