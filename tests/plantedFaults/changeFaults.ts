/** Faults between the definition of a change and those who run it: the server, the outbox and the screens. */
import type { PlantedFault } from "./plantedFault";

const RUN_CHANGE = { file: "convex/model/history/runChange.ts" };
const APPLY_CHANGE = { file: "convex/model/writes/applyChange.ts" };
const KEYS_OF_ROWS = {
  ...APPLY_CHANGE,
  tests: ["tests/convex/model/history/intents.test.ts"],
};
const STOCK_READ = {
  ...APPLY_CHANGE,
  tests: ["tests/convex/inventory.test.ts"],
};
const OFFICE_ROWS = {
  file: "src/offline/outbox/officeRows.ts",
  tests: ["tests/src/offline/inventoryQueries.waiting.test.ts"],
};
const NEW_CHANGE = {
  file: "src/offline/outbox/newChange.ts",
  tests: ["tests/src/offline/outbox/newChange.test.ts"],
};
const OF_MANY = {
  file: "src/job/leftJobs.ts",
  tests: ["tests/src/features/jobs/table/JobsTable.test.tsx"],
};
const OF_EACH = { file: "domain/changes/change.ts" };
const INTAKE = {
  file: "domain/changes/recordIntake.ts",
  tests: ["tests/domain/changes/recordIntake.test.ts"],
};

const ON_SERVER: readonly PlantedFault[] = [
  {
    ...RUN_CHANGE,
    tests: ["tests/convex/jobs.test.ts"],
    breaks: "a person does not learn that they replaced what they had not seen",
    find: "{ writes, base };",
    replace: "{ writes, base: undefined };",
  },
  {
    ...RUN_CHANGE,
    tests: ["tests/convex/jobs.moves.test.ts"],
    breaks: "one undo takes back two drags of a visit",
    find: "change.isSeparate?.(args) === true || ",
    replace: "",
  },
  {
    ...RUN_CHANGE,
    tests: ["tests/convex/jobs.files.test.ts"],
    breaks: "a batch of photos that is not a UUID is taken",
    find: `  if (batch !== undefined) requireUuid("batch", batch);\n`,
    replace: "",
  },
  {
    ...RUN_CHANGE,
    tests: ["tests/convex/changes.undoIntent.test.ts"],
    breaks: "the history does not know which photos were chosen together",
    find: "recorder.batch = batch;",
    replace: "void batch;",
  },
  {
    ...RUN_CHANGE,
    tests: ["tests/convex/jobs.moves.test.ts", "tests/convex/jobs.statuses.test.ts"],
    breaks: "the history does not say how many visits were moved",
    find: "  if (change.many) recorder.counts = { [change.many.counted]: writes.length };\n",
    replace: "",
  },
  {
    ...RUN_CHANGE,
    tests: ["tests/convex/messages.test.ts"],
    breaks: "an opened message is in no history",
    find: "recorder.opened = note && openedMessage(note);",
    replace: "void note;",
  },
  {
    ...KEYS_OF_ROWS,
    breaks: "two jobs have one client key",
    find: "    requireNewKey(clientKey, await getJob(ctx, workspaceId, clientKey));\n",
    replace: "",
  },
  {
    ...KEYS_OF_ROWS,
    breaks: "two customers have one client key",
    find: `    if (isCustomer) requireNewKey(clientKey, await getCustomer(ctx, workspaceId, clientKey));\n`,
    replace: "",
  },
  {
    ...KEYS_OF_ROWS,
    breaks: "a customer that the person chose on the device counts as not seen",
    find: "return { ...base, job_customer_id: customer?.customer_id ?? named };",
    replace: "return base;",
  },
  {
    ...STOCK_READ,
    breaks: "an adjustment of trim counts from the stock of gutters",
    find: "const color = { category, colorNumber };",
    replace: `const color = { category: "gutter", colorNumber } as const;`,
  },
  {
    ...STOCK_READ,
    breaks: "a color of soffit is not found for an intake",
    find: "of.category ?? itemRows.get(itemId)?.category",
    replace: `of.category ?? "gutter"`,
  },
  {
    file: "convex/model/inventory/stock.ts",
    tests: ["tests/convex/inventory.test.ts"],
    breaks: "a refusal does not name the row whose item has too much stock",
    find: "throw row ? inRow(error, row) : error;",
    replace: "throw error;",
  },
];

const IN_DEFINITIONS: readonly PlantedFault[] = [
  {
    ...OF_EACH,
    tests: ["tests/convex/inventory.test.ts"],
    breaks: "a delivery without a row is taken in",
    find: `  if (rows.length === 0) throw new Refusal(invalidData(list, CHANGED_LISTS[list].sentence));\n`,
    replace: "",
  },
  {
    ...OF_EACH,
    tests: INTAKE.tests,
    breaks: "a refusal names the first row, whichever is refused",
    find: "{ list, at, of: rows.length }",
    replace: "{ list, at: 0, of: rows.length }",
  },
  {
    ...INTAKE,
    breaks: "the rows of one delivery do not add up",
    find: "this.#quantities.get(name) ?? before",
    replace: "before",
  },
  {
    ...INTAKE,
    breaks: "a color does not get the size that came in",
    find: "!color.sizeOptions.includes(size)",
    replace: "color.sizeOptions.includes(size)",
  },
  {
    file: "domain/changes/noteOpened.ts",
    tests: ["tests/convex/messages.test.ts"],
    breaks: "an undo is offered for an opened message",
    find: "  isUndoable: false,\n",
    replace: "",
  },
];

const ON_PAGE: readonly PlantedFault[] = [
  {
    ...OFFICE_ROWS,
    breaks: "trim that waits to come in is shown as stock of gutters",
    find: "isShown ? withMove(color, write) : color",
    replace: "withMove(color, write)",
  },
  {
    ...OFFICE_ROWS,
    breaks: "a level of trim that waits is shown for gutters",
    find: "isShown ? withLevel(color, write) : color",
    replace: "withLevel(color, write)",
  },
  {
    ...OFFICE_ROWS,
    breaks: "a size that came in is not offered while the intake waits",
    find: "withSizeOf(write, isShown ? withMove(color, write) : color)",
    replace: "isShown ? withMove(color, write) : color",
  },
  {
    ...OFFICE_ROWS,
    breaks: "a size that came in with trim is not offered for gutters",
    find: "withSizeOf(write, isShown ? withMove(color, write) : color)",
    replace: "isShown ? withSizeOf(write, withMove(color, write)) : color",
  },
  {
    ...NEW_CHANGE,
    breaks: "two changes have one id",
    find: "id: randomUuid()",
    replace: "id: call",
  },
  {
    ...NEW_CHANGE,
    breaks: "a change does not say when it was made",
    find: "at: Date.now()",
    replace: "at: 0",
  },
  {
    ...OF_MANY,
    breaks: "the selected jobs that somebody else has changed are not listed",
    find: "      return left;\n",
    replace: "      return left && [];\n",
  },
  {
    ...OF_MANY,
    breaks: "no job is listed where somebody else has changed them all",
    find: "isLeftWhole(outcome.error) ? named : null",
    replace: "null",
  },
  {
    ...OF_MANY,
    breaks: "jobs that keep their status count as set",
    find: "jobs.length - left.length",
    replace: "jobs.length",
  },
];

export const CHANGE_FAULTS: readonly PlantedFault[] = [...ON_SERVER, ...IN_DEFINITIONS, ...ON_PAGE];
