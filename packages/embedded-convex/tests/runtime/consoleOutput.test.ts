import { mutationGeneric, queryGeneric } from "convex/server";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { LogFields } from "../../src/log";
import type { ModuleMap } from "../../src/runtime/engine";
import { fixtureModules } from "./fixtures/modules";
import { caller, type TestEngine, testEngine } from "./fixtures/testEngine";

const printing: ModuleMap = {
  ...fixtureModules,
  printing: {
    all: queryGeneric({
      handler: async () => {
        console.debug("one");
        console.log("two", { of: [1, 2] }, "%s");
        await Promise.resolve();
        console.info("%s", "three");
        console.warn("four");
        console.error(new Error("five").message);
        return null;
      },
    }),
    much: mutationGeneric({
      handler: () => {
        console.log("x".repeat(100_000));
        return null;
      },
    }),
  },
};

// Replaced before the first function runs: the console that functions would print to.
const terminal: string[] = [];
for (const method of ["debug", "log", "info", "warn", "error"] as const) {
  vi.spyOn(console, method).mockImplementation((...values) => {
    terminal.push(`${method} ${String(values[0])}`);
  });
}

let app: TestEngine | undefined;

beforeEach(() => {
  terminal.length = 0;
});

afterEach(() => app?.engine.close());

test("logs what functions print, with the function's name, and sends it to no client", async () => {
  app = testEngine({ modules: printing });
  const { outcome } = await app.engine.runQuery({
    udfPath: "printing:all",
    args: {},
    caller,
  });
  expect(outcome).toEqual({ ok: true, value: null, logLines: [] });
  const line = (level: string, message: string, text: string) => ({
    level,
    message,
    fields: { function: "printing:all", text },
  });
  expect(app.log.lines).toEqual([
    line("debug", "console.debug", "one"),
    line("info", "console.log", "two { of: [ 1, 2 ] } %s"),
    line("info", "console.info", "three"),
    line("info", "console.warn", "four"),
    line("info", "console.error", "five"),
  ]);
  expect(terminal).toEqual([]);
});

test("truncates long output", async () => {
  app = testEngine({ modules: printing });
  await app.mutation("printing:much");
  expect(app.log.lines[0]?.fields.text).toHaveLength(4_001);
});

test("does not intercept a log that prints, nor output outside of functions", async () => {
  const print = (event: string, { function: name, text }: LogFields = {}) =>
    console.error(`${event} of ${String(name)}: ${String(text)}`);
  const log = { debug: print, info: print, warn: print, error: print };
  app = testEngine({ modules: printing, log });
  await app.query("printing:all");
  console.error("from outside");
  expect(terminal).toHaveLength(6);
  expect(terminal[1]).toBe("error console.log of printing:all: two { of: [ 1, 2 ] } %s");
  expect(terminal[5]).toBe("error from outside");
});

test("prints to the console with exposeErrors", async () => {
  app = testEngine({ modules: printing, exposeErrors: true });
  await app.query("printing:all");
  expect(terminal).toEqual(["debug one", "log two", "info %s", "warn four", "error five"]);
  expect(app.log.lines).toEqual([]);
});
