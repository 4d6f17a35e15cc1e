/**
 * A unit test that prints fails, with what it printed: in the output of thousands of tests nobody reads it, and it may
 * be a warning of React. A test of what is printed mocks the method.
 */
import { afterEach, beforeEach, expect } from "vitest";

const METHODS = ["debug", "error", "info", "log", "warn"] as const;

let printed: string[] = [];
for (const method of METHODS)
  console[method] = (...values: readonly unknown[]) =>
    printed.push(`console.${method}: ${values.map(String).join(" ")}`);

beforeEach(() => {
  printed = [];
});
afterEach(() => expect(printed, "what the test printed").toEqual([]));
