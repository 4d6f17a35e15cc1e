import { describe, expect, test } from "vitest";
import { Housekeeping } from "../../src/runtime/housekeeping";
import { FileStorage } from "../../src/runtime/fileStorage";
import { ScheduledFunctions } from "../../src/runtime/scheduledFunctions";
import { Database } from "../../src/store/database";
import { IN_MEMORY } from "../../src/store/sqlite";
import { memoryBlobs, memoryLog } from "./fixtures/testEngine";

const DAY = 24 * 60 * 60 * 1000;

describe("housekeeping", () => {
  test("deletes expired records and nothing else", async () => {
    let now = 1_700_000_000_000;
    const database = new Database(IN_MEMORY, () => now);
    database.applySchema([]);
    const files = new FileStorage(database, memoryBlobs(), memoryLog());
    const scheduledFunctions = new ScheduledFunctions(database);
    const { catalog, rows } = database.store;
    const count = (table: string) => rows.count(catalog.find(table)?.number ?? 0);
    const submit = <T>(run: Parameters<typeof database.committer.submit<T>>[0]["run"]) =>
      database.committer.submit<T>({
        run,
        call: { sessionId: "s", mutationId: 1, fingerprint: "a" },
        resultText: () => "null",
      });
    await submit((transaction) => {
      files.issueUploadUrl(transaction, "http://x");
      transaction.insert(catalog.ensure("_scheduled_functions"), {
        name: "a.js:b",
        args: [{}],
        scheduledTime: now,
        completedTime: now,
        state: { kind: "success" },
      });
      transaction.insert(catalog.ensure("_scheduled_functions"), {
        name: "a.js:b",
        args: [{}],
        scheduledTime: now + 90 * DAY,
        state: { kind: "pending" },
      });
    });
    const keeper = new Housekeeping({
      database,
      scheduledFunctions,
      files,
      log: memoryLog(),
    });
    const recorded = () => database.requests.find({ sessionId: "s", mutationId: 1 }) !== null;
    const state = () => [count("_upload_tokens"), count("_scheduled_functions"), recorded()];

    await keeper.tidy();
    expect(state()).toEqual([1, 2, true]);
    now += DAY;
    await keeper.tidy();
    expect(state()).toEqual([0, 2, true]);
    now += 7 * DAY;
    await keeper.tidy();
    expect(state()).toEqual([0, 1, true]);
    now += 7 * DAY;
    await keeper.tidy();
    expect(state()).toEqual([0, 1, false]);
    await database.close();
  });

  test("housekeeping deletes more ended functions than one batch", async () => {
    const now = 1_700_000_000_000;
    const database = new Database(IN_MEMORY, () => now);
    database.applySchema([]);
    const { catalog, rows } = database.store;
    const scheduledFunctions = new ScheduledFunctions(database);
    const table = catalog.ensure("_scheduled_functions");
    await database.committer.submit({
      run: (transaction) => {
        for (let at = 0; at < 501; at += 1)
          transaction.insert(table, {
            name: "a.js:b",
            args: [{}],
            scheduledTime: now - 8 * DAY,
            completedTime: now - 8 * DAY,
            state: { kind: "success" },
          });
      },
    });
    const files = new FileStorage(database, memoryBlobs(), memoryLog());
    const parts = { database, scheduledFunctions, files, log: memoryLog() };
    await new Housekeeping(parts).tidy();
    expect(rows.count(table.number)).toBe(0);
    await database.close();
  });
});
