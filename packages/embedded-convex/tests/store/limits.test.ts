import { describe, expect, test } from "vitest";
import { TRANSACTION_LIMITS, UsageMeter } from "../../src/store/limits";
import { indexQuery, insert, openTestDatabase, run, tableIn, write } from "./support/database";

describe("the meter", () => {
  test("allows usage up to a limit and rejects more", () => {
    const meter = new UsageMeter();
    for (let i = 0; i < TRANSACTION_LIMITS.databaseQueries; i++) meter.query();
    expect(() => meter.query()).toThrow(
      "Too many reads in a single function execution (limit: 4096).",
    );
  });

  test.each<[string, (meter: UsageMeter) => void, string]>([
    [
      "bytes read",
      (meter) => meter.read(TRANSACTION_LIMITS.bytesRead + 1),
      "Too many bytes read in a single function execution (limit: 16777216 bytes)",
    ],
    [
      "bytes written",
      (meter) => meter.write(TRANSACTION_LIMITS.bytesWritten + 1),
      "Too many bytes written in a single function execution (limit: 16777216 bytes)",
    ],
    [
      "arguments scheduled",
      (meter) => meter.schedule(TRANSACTION_LIMITS.scheduledFunctionArgsBytes + 1),
      "Too large total size of the arguments of scheduled functions",
    ],
    [
      "documents read",
      (meter) => repeat(32_001, () => meter.read(1)),
      "Too many documents read in a single function execution (limit: 32000)",
    ],
    [
      "documents written",
      (meter) => repeat(16_001, () => meter.write(1)),
      "Too many writes in a single function execution (limit: 16000)",
    ],
    [
      "functions scheduled",
      (meter) => repeat(1001, () => meter.schedule(1)),
      "Too many functions scheduled by this mutation (limit: 1000)",
    ],
  ])("limits %s", (_, use, message) => {
    expect(() => use(new UsageMeter())).toThrow(message);
  });

  test("the meter never gives a nested call more than its caller has left", () => {
    const meter = new UsageMeter();
    repeat(10, () => meter.write(1));
    meter.begin({ documentsWritten: 5, databaseQueries: 1_000_000 });
    expect(meter.report().documentsWritten).toEqual({ used: 10, remaining: 5 });
    expect(meter.report().databaseQueries.remaining).toBe(4096);
    expect(() => repeat(6, () => meter.write(1))).toThrow("(limit: 15)");
    meter.end("undone");
    expect(meter.report().documentsWritten).toEqual({
      used: 10,
      remaining: 15_990,
    });
  });

  test("counts the reads of a rolled-back nested call, but not its writes", () => {
    const meter = new UsageMeter();
    meter.begin(undefined);
    meter.read(100);
    meter.write(100);
    meter.end("undone");
    expect(meter.used).toMatchObject({
      bytesRead: 100,
      documentsRead: 1,
      bytesWritten: 0,
      documentsWritten: 0,
    });
  });
});

describe("documents", () => {
  const write1 = (fields: Parameters<typeof insert>[1]) =>
    write(openTestDatabase(), (transaction) => insert(transaction, fields));

  test("a document is rejected above 1 MiB", async () => {
    await write1({ text: "x".repeat(1_000_000) });
    await expect(write1({ text: "x".repeat(1_100_000) })).rejects.toThrow(
      "Value is too large (1.05 MiB > maximum size 1 MiB)",
    );
  });

  test("a document is rejected if nested too deeply", async () => {
    const nested = (depth: number) => {
      let value: Parameters<typeof insert>[1][string] = 1;
      for (let i = 0; i < depth; i++) value = [value];
      return { value };
    };
    await write1(nested(15));
    await expect(write1(nested(16))).rejects.toThrow("nested 17 levels deep > maximum nesting 16");
  });

  test("a document is rejected if a field name is reserved for the system", async () => {
    await expect(write1({ _mine: 1 })).rejects.toThrow("Field '_mine' starts with an underscore");
    await expect(
      write(openTestDatabase(), (transaction) => {
        const id = insert(transaction, { a: 1 });
        transaction.patch(tableIn(transaction), id, { _id: "other" });
      }),
    ).rejects.toThrow("does not match the document ID");
  });

  test("counts towards transaction limits with the size that Convex computes", async () => {
    await write(openTestDatabase(), (transaction) => {
      insert(transaction, { text: "x".repeat(100) });
      const written = transaction.meter.used.bytesWritten;
      run(transaction, indexQuery("by_a", []));
      expect(transaction.meter.used).toMatchObject({
        bytesRead: written,
        documentsRead: 1,
        databaseQueries: 1,
      });
      // Bytes: _creationTime 14 + 9, _id 4 + 34, text 5 + 102, and 2 for the object.
      expect(written).toBe(2 + 23 + 38 + 107);
    });
  });
});

function repeat(times: number, step: () => void): void {
  for (let i = 0; i < times; i++) step();
}
