/**
 * A unit test that prints fails, with what it printed: in the output of thousands of tests nobody reads it, and it may
 * be a warning of React. A test of what is printed mocks the method.
 */
import { format } from "node:util";
import { afterEach, expect } from "vitest";

const printed: string[] = [];
for (const method of ["debug", "error", "info", "log", "warn"] as const)
  console[method] = (...parts: unknown[]) => {
    const { stack } = new Error(format(...parts));
    printed.push(`console.${method}: ${stack}`);
  };

// Set-up files after this one add hooks that run before it.
afterEach(() => expect(printed.splice(0), "what the test printed").toEqual([]));
