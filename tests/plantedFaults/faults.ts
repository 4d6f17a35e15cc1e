/** Faults that no test noticed once. `npm run test:planted` plants each and runs its tests, which have to fail. */
import { BACKEND_FAULTS } from "./backendFaults";
import { CALL_FAULTS } from "./callFaults";
import { CHANGE_FAULTS } from "./changeFaults";
import { DOMAIN_FAULTS } from "./domainFaults";
import { FORM_KEY_FAULTS } from "./formKeysFaults";
import { PAGE_FAULTS } from "./pageFaults";
import type { PlantedFault } from "./plantedFault";
import { SCREEN_FAULTS } from "./screenFaults";
import { SERVER_FAULTS } from "./serverFaults";
import { RULE_FAULTS } from "./ruleFaults";
import { WAITING_FAULTS } from "./waitingFaults";
import { SPREAD_FAULTS } from "./spreadFaults";

const OUTBOX_SERVER = {
  file: "src/offline/outbox/outboxServer.ts",
  tests: ["tests/src/offline/outbox/outboxServer.test.ts"],
};
const CONVEX_SERVER = {
  file: "packages/convex-outbox/src/convexServer.ts",
  tests: ["tests/src/offline/outbox/outboxServer.test.ts"],
};
const SEND_LOOP = {
  file: "packages/convex-outbox/src/sendLoop.ts",
  tests: ["packages/convex-outbox/tests/sendLoop.test.ts"],
};
const CHANGES = {
  file: "convex/model/history/writeHistory.ts",
  tests: ["tests/convex/changes.test.ts"],
};
const DUPLICATES = {
  file: "domain/names/duplicates.ts",
  tests: ["tests/domain/names/duplicates.test.ts"],
};
const UNDO_KEYS = {
  file: "src/offline/undo/UndoKeys.tsx",
  tests: [
    "tests/src/offline/undo/UndoKeys.test.tsx",
    "tests/src/offline/undo/UndoKeys.deep.test.tsx",
  ],
};
const FILE_ORDER = {
  file: "domain/files/fileOrder.ts",
  tests: ["tests/domain/files/fileOrder.test.ts"],
};
const JOB_CALENDAR = {
  file: "domain/job/jobCalendar.ts",
  tests: ["tests/domain/job/jobCalendar.test.ts"],
};
const IMPORT_TESTS = ["tests/convex/imports.test.ts"];
const PROMISES = ["tests/promises.test.ts"];

const OUTBOX: readonly PlantedFault[] = [
  {
    ...OUTBOX_SERVER,
    breaks: "an ended session is a refusal of the change",
    find: `  if (code === "NOT_SIGNED_IN") return "signIn";\n`,
    replace: "",
  },
  {
    ...CONVEX_SERVER,
    breaks: "a hidden tab sends",
    find: `document.visibilityState === "visible" && `,
    replace: "",
  },
  {
    ...CONVEX_SERVER,
    breaks: "changes are sent before the server's data epoch is known",
    find: "isLive(client) && epoch.isKnown();",
    replace: "isLive(client);",
  },
  {
    file: "src/offline/outbox/outboxRules.ts",
    breaks: "a device whose clock is a day ahead sends what may be forgotten",
    find: "INTENTS_KEPT_MS - 24 * 60 * 60 * 1000",
    replace: "INTENTS_KEPT_MS",
    tests: ["tests/src/offline/outbox/outboxRules.test.ts"],
  },
  {
    ...SEND_LOOP,
    breaks: "a failed change is sent again at once",
    find: "FIRST_PAUSE_MS = 1000",
    replace: "FIRST_PAUSE_MS = 0",
  },
  {
    ...SEND_LOOP,
    breaks: "the pause after failures grows beyond a minute",
    find: "LONGEST_PAUSE_MS = 60_000",
    replace: "LONGEST_PAUSE_MS = 600_000",
  },
  {
    ...SEND_LOOP,
    breaks: "the pause after failures does not grow",
    find: "FIRST_PAUSE_MS * 2 ** failures",
    replace: "FIRST_PAUSE_MS",
  },
  {
    ...SEND_LOOP,
    breaks: "a photo that cannot pass is uploaded every minute",
    find: "BLOCKED_PAUSE_MS = 5 * 60_000",
    replace: "BLOCKED_PAUSE_MS = 60_000",
  },
];

const HISTORY: readonly PlantedFault[] = [
  {
    ...CHANGES,
    breaks: "a change stays undone after its undo is undone",
    find: `    await ctx.db.patch("changes", undone.undoes, { undoneBy: undefined });\n`,
    replace: "    return;\n",
  },
  {
    ...CHANGES,
    breaks: "edits that end where they began leave an empty line",
    find: "if (writes.length === 0) {",
    replace: "if (writes.length < 0) {",
  },
  {
    ...CHANGES,
    breaks: "a third edit within two minutes of the second is a new entry",
    find: "{ writes, lastAt: Date.now() }",
    replace: "{ writes }",
  },
  {
    file: "convex/model/writes/recorder.ts",
    breaks: "a customer's new name leaves an empty line in the history of their jobs",
    find: "if (isNothing(joined)) this.writes.delete(row._id);\n    else ",
    replace: "",
    tests: ["tests/convex/changes.test.ts"],
  },
  {
    file: "domain/changes/jobFiles.ts",
    breaks: "a photo that was uploaded twice is refused although its job has it",
    find: "  isSameById: true,\n",
    replace: "",
    tests: ["tests/convex/jobs.files.test.ts"],
  },
  {
    file: "convex/model/history/intents.ts",
    breaks: "an intent that is not a UUID is taken",
    find: `  requireUuid("intentId", intentId);\n`,
    replace: "",
    tests: ["tests/convex/model/history/intents.test.ts"],
  },
  {
    file: "convex/model/history/retention.ts",
    breaks: "the answer to a change is forgotten after 15 days",
    find: `{ forMs: INTENTS_KEPT_MS, most: ROW_BATCH_SIZE }`,
    replace: `{ forMs: INTENTS_KEPT_MS / 2, most: ROW_BATCH_SIZE }`,
    tests: ["tests/convex/model/history/intents.test.ts"],
  },
  {
    file: "domain/history/history.ts",
    breaks: "a deleted job is kept for 29 days",
    find: "TRASH_KEPT_MS = 30 * DAY_MS",
    replace: "TRASH_KEPT_MS = 29 * DAY_MS",
    tests: PROMISES,
  },
  {
    file: "domain/history/history.ts",
    breaks: "the history is kept for a year",
    find: "HISTORY_KEPT_MS = 2 * 365",
    replace: "HISTORY_KEPT_MS = 365",
    tests: PROMISES,
  },
  {
    file: "domain/history/history.ts",
    breaks: "edits within ten minutes are one entry",
    find: "ONE_EDIT_MS = 2 * 60",
    replace: "ONE_EDIT_MS = 10 * 60",
    tests: PROMISES,
  },
];

const UNDO: readonly PlantedFault[] = [
  {
    file: "src/offline/outbox/undoable.ts",
    breaks: "a toast offers Undo for 4 s",
    find: "UNDO_TOAST_MS = 8000",
    replace: "UNDO_TOAST_MS = 4000",
    tests: ["tests/src/offline/outbox/undoable.test.tsx", ...PROMISES],
  },
  {
    file: "src/offline/outbox/undoable.ts",
    breaks: "a toast offers Undo as long as toasts without it stay",
    find: "    duration: UNDO_TOAST_MS,\n",
    replace: "",
    tests: ["tests/src/offline/outbox/undoable.test.tsx"],
  },
  {
    ...UNDO_KEYS,
    breaks: "the question before a restore stays as long as other toasts",
    find: "    duration: UNDO_TOAST_MS,\n",
    replace: "",
  },
  {
    ...UNDO_KEYS,
    breaks: "Ctrl+Shift+Z undoes",
    find: " || event.shiftKey",
    replace: "",
  },
  {
    ...UNDO_KEYS,
    breaks: "Z without Ctrl undoes",
    find: "  if (event.ctrlKey === event.metaKey) return false;\n",
    replace: "",
  },
];

const RULES: readonly PlantedFault[] = [
  {
    ...JOB_CALENDAR,
    breaks: "calendar entries of two jobs replace each other",
    find: "UID:${job._id}-${type}@downspout",
    replace: "UID:${type}@downspout",
  },
  {
    ...JOB_CALENDAR,
    breaks: "a new version does not replace calendar entries of earlier ones",
    find: "UID:${job._id}-${type}@downspout",
    replace: "UID:${type}-${job._id}@downspout",
  },
  {
    ...FILE_ORDER,
    breaks: "a photo jumps to the front when its neighbor is gone",
    find: "  if (after !== null && !isKnown(after)) return [...list];\n",
    replace: "",
  },
  {
    ...FILE_ORDER,
    breaks: "a photo that is gone comes back when it is moved",
    find: " || !isKnown(moved)",
    replace: "",
  },
  {
    file: "domain/job/visitLength.ts",
    breaks: "visits 60 minutes apart are not near",
    find: "<= NEAR_MS",
    replace: "< NEAR_MS",
    tests: ["tests/domain/job/visitLength.test.ts"],
  },
  {
    file: "domain/job/visitLength.ts",
    breaks: "visits 61 minutes apart are near",
    find: "NEAR_MS = 60 *",
    replace: "NEAR_MS = 61 *",
    tests: ["tests/domain/job/visitLength.test.ts"],
  },
  {
    ...DUPLICATES,
    breaks: "of two sets with one customer, one is listed",
    find: `set.map(({ customer_id }) => customer_id).join(" ")`,
    replace: `set[0]?.customer_id ?? ""`,
  },
  {
    ...DUPLICATES,
    breaks: "a phone number and an e-mail address of one text are one contact",
    find: "[`email ${email}`]",
    replace: "[`phone ${email}`]",
  },
  {
    ...DUPLICATES,
    breaks: "customers of an office's number are merged",
    find: "MAX_CUSTOMERS_OF_A_CONTACT = 100",
    replace: "MAX_CUSTOMERS_OF_A_CONTACT = 101",
  },
  {
    file: "domain/calls/inputLimits.ts",
    breaks: "a color of 20 characters is refused",
    find: "colorNumber: { max: 100",
    replace: "colorNumber: { max: 10",
    tests: PROMISES,
  },
  {
    file: "domain/calls/inputLimits.ts",
    breaks: "a job takes ten pictures in a list",
    find: "const FILES = { max: 100,",
    replace: "const FILES = { max: 10,",
    tests: PROMISES,
  },
];

const PENDING_ROWS = {
  file: "src/offline/outbox/shownRows.ts",
  tests: ["tests/src/offline/outbox/shownRows.deep.test.ts", "tests/src/job/shownJobs.test.ts"],
};
const CREATE_JOB = {
  file: "domain/changes/createJob.ts",
  tests: ["tests/convex/jobs.test.ts", "tests/src/offline/outbox/shownRows.deep.test.ts"],
};
const UPDATE_JOB = {
  file: "domain/changes/updateJob.ts",
  tests: ["tests/convex/jobs.test.ts", "tests/src/offline/outbox/shownRows.deep.test.ts"],
};
const MOVE_VISITS = {
  file: "domain/changes/moveVisits.ts",
  tests: ["tests/convex/jobs.moves.test.ts"],
};
const SET_STATUSES = {
  file: "domain/changes/setStatuses.ts",
  tests: ["tests/convex/jobs.statuses.test.ts"],
};
const JOB_TOTALS = {
  file: "convex/model/jobs/summaries.ts",
  tests: ["tests/convex/jobs.totals.test.ts"],
};
const SELECTED_JOBS = {
  file: "src/features/jobs/table/useSelectedJobs.ts",
  tests: ["tests/src/features/jobs/table/JobsTable.test.tsx"],
};
const JOB_FILES = {
  file: "domain/changes/jobFiles.ts",
  tests: ["tests/convex/jobs.files.test.ts"],
};

const PENDING_OFFICE = "tests/src/offline/inventoryQueries.waiting.test.ts";

/** In the definitions of changes, and between what the server stores and what a device shows. */
const DEFINITIONS: readonly PlantedFault[] = [
  {
    ...UPDATE_JOB,
    breaks: "a job that gets another customer keeps the name of the former one",
    find: "if (chosen === undefined && correction === null) return {};",
    replace: "if (correction === null) return {};",
  },
  {
    ...UPDATE_JOB,
    breaks: "a correction reaches whoever has the job by then",
    find: "named === undefined ? undefined : rows.customer(named)",
    replace: "undefined",
  },
  {
    ...UPDATE_JOB,
    breaks: "a corrected phone is not copied into the job",
    find: "...(isCorrected && correction.fields)",
    replace: "",
  },
  {
    ...CREATE_JOB,
    breaks: "a new customer has no client key",
    find: "given)),\n    clientKey,",
    replace: "given)),",
  },
  {
    ...CREATE_JOB,
    breaks: "a new job shows its customer as before the correction",
    find: "customer: { ...row, ...fields },",
    replace: "customer: row,",
  },
  {
    ...CREATE_JOB,
    breaks: "a new job is called already",
    find: "job_status ?? DEFAULT_JOB_STATUS",
    replace: `job_status ?? "called"`,
  },
  {
    ...MOVE_VISITS,
    breaks: "a visit that somebody has moved is moved again",
    find: "row?.[field] === from",
    replace: "row !== undefined",
  },
  {
    ...MOVE_VISITS,
    breaks: "a day of which nothing could be moved is called moved",
    find: "if (writes.length === 0)",
    replace: "if (visits.length === 0)",
  },
  {
    ...SET_STATUSES,
    breaks: "a status that somebody has set meanwhile is set again",
    find: "row?.job_status === seen",
    replace: "row !== undefined",
  },
  {
    ...JOB_TOTALS,
    breaks: "a deleted job stays counted",
    find: "await countJob(ctx, { workspaceId, person }, [counted, null]);\n",
    replace: "",
  },
  {
    ...JOB_TOTALS,
    breaks: "a restored job is not counted again",
    find: "    isCounted: undefined,\n",
    replace: "",
  },
  {
    ...JOB_TOTALS,
    breaks: "a job of the version before is counted out before it is counted",
    find: "stored?.isCounted ? stored.job_status : null",
    replace: "stored ? stored.job_status : null",
  },
  {
    file: "convex/model/jobs/totals.ts",
    tests: ["tests/savingAtOnce.test.ts"],
    breaks: "all people write one row of totals",
    find: `q.eq("workspaceId", workspaceId).eq("person", person)`,
    replace: `q.eq("workspaceId", workspaceId)`,
  },
  {
    ...SELECTED_JOBS,
    breaks: "a selected job that leaves the list is no longer selected",
    find: "      ...gone.map(([, job]) => job),\n",
    replace: "",
  },
  {
    ...JOB_FILES,
    breaks: "another photo is removed",
    find: "list.filter((id) => id !== fileId)",
    replace: "list.slice(1)",
  },
  {
    ...JOB_FILES,
    breaks: "a photo that arrives twice is in the list twice",
    find: "fileList(field, [...list, ...fileIds])",
    replace: "[...list, ...fileIds]",
  },
  {
    file: "domain/changes/fileLists.ts",
    tests: JOB_FILES.tests,
    breaks: "a list takes one photo too many",
    find: "list.length > max",
    replace: "list.length > max + 1",
  },
  {
    file: "domain/changes/rows.ts",
    tests: CREATE_JOB.tests,
    breaks: "a job has no phone to call",
    find: "job_customer_phone: customer.customer_phone,",
    replace: "job_customer_phone: undefined,",
  },
  {
    file: "domain/changes/adjustColorQuantity.ts",
    tests: ["tests/convex/inventory.test.ts"],
    breaks: "an adjustment without a category changes the trim",
    find: "...{ category, colorNumber,",
    replace: `...{ category: args.category ?? "trim", colorNumber,`,
  },
  {
    file: "domain/stock/inventoryInput.ts",
    tests: ["tests/convex/inventory.test.ts"],
    breaks: "an intake takes stock off",
    find: "return before + delta;",
    replace: "return before - delta;",
  },
  {
    file: "domain/changes/setPrices.ts",
    tests: ["tests/convex/inventory.test.ts", PENDING_OFFICE],
    breaks: "the other item of a pair keeps its price",
    find: "const aliases = [...new Set(aliasItemIds)];",
    replace: "const aliases: string[] = [];",
  },
  {
    file: "src/offline/outbox/officeRows.ts",
    tests: [PENDING_OFFICE],
    breaks: "a cleared price stays on the screen while it waits",
    find: "price === null ? others",
    replace: "price === null ? item._prices",
  },
  {
    ...PENDING_ROWS,
    breaks: "a corrected phone stays old in the customer's other jobs",
    find: " this.#copy(customer);",
    replace: "      void customer;",
  },
  {
    ...PENDING_ROWS,
    breaks: "a chosen customer has an id for a name",
    find: "    this.#learnChosen(item);\n",
    replace: "",
  },
  {
    ...PENDING_ROWS,
    breaks: "a job that has arrived is shown twice",
    find: "    if (creates !== undefined && this.job(creates) !== undefined) return;\n",
    replace: "",
  },
  {
    ...PENDING_ROWS,
    breaks: "photos that wait to be moved stay where they were",
    find: "if (change === undefined) return;",
    replace: `if (change === undefined || call === "jobs:moveFile") return;`,
  },
];

const IMPORTS: readonly PlantedFault[] = [
  {
    file: "domain/imports/sourceKeys.ts",
    tests: IMPORT_TESTS,
    breaks: "an import takes two equal jobs of a file for one",
    find: `kind === "jobs" && before > 0`,
    replace: "before < 0",
  },
  {
    file: "convex/model/operations/importRun.ts",
    tests: IMPORT_TESTS,
    breaks: "an import floods the lists with old jobs as if they were new",
    find: "    this.#recorder.statusTime = Math.min(Math.max(since, EARLIEST_DATE), now);\n",
    replace: "",
  },
  {
    file: "convex/model/operations/importUndo.ts",
    tests: IMPORT_TESTS,
    breaks: "the undo of an import removes a customer with a later job",
    find: `      if (await hasLaterJob(ctx, customer, part)) return "jobs";\n`,
    replace: "      void customer;\n",
  },
  {
    file: "convex/model/customers/details.ts",
    tests: IMPORT_TESTS,
    breaks: "an import does not know a customer who was merged",
    find: `    await ctx.db.insert("importedRows", { ...row, rowId: to._id });\n`,
    replace: "    void row;\n",
  },
  {
    file: "convex/model/imports/staging.ts",
    tests: IMPORT_TESTS,
    breaks: "an import of yesterday's file is offered",
    find: "staged === null || isOver(staged)",
    replace: "staged === null",
  },
];

const CREWS: readonly PlantedFault[] = [
  {
    file: "convex/model/history/openedMessages.ts",
    tests: ["tests/convex/messages.test.ts"],
    breaks: "a message that was opened twice within five minutes is two lines",
    find: "  const same = recent.find(isSame);",
    replace: "  const same = recent.find(isSame) && undefined;",
  },
  {
    file: "convex/model/history/openedMessages.ts",
    tests: ["tests/convex/messages.estimate.test.ts"],
    breaks: "an estimate that was printed again says what it was before",
    find: "if (entry.message.estimate !== undefined)",
    replace: "if (entry.message.estimate === undefined)",
  },
  {
    file: "domain/job/messages.ts",
    tests: ["tests/domain/job/messages.test.ts"],
    breaks: "a sentence with an unset placeholder is sent with a gap",
    find: `  if (names.some((name) => valueOf(name, values) === "")) return null;\n`,
    replace: "",
  },
  {
    file: "domain/job/route.ts",
    tests: ["tests/src/features/schedule/RouteDialog.test.tsx"],
    breaks: "a customer's name goes to the maps app",
    find: "return placeText(place)",
    replace: "return `${Reflect.get(place, 'customer_name')} ${placeText(place)}`",
  },
  {
    file: "src/job/photos/useCamera.tsx",
    tests: ["tests/src/job/photos/useCamera.test.tsx"],
    breaks: "the camera opens before the device expects a photo",
    find: "await Promise.race([",
    replace: "void Promise.race([",
  },
];

const CLOSINGS = {
  file: "convex/model/workspaces/closings.ts",
  tests: ["tests/convex/workspace.close.test.ts"],
};

const ERASURE = {
  file: "convex/model/workspaces/closings.ts",
  tests: ["tests/convex/workspace.erase.test.ts"],
};

const SIZES = {
  file: "convex/model/workspaces/sizes.ts",
  tests: ["tests/convex/workspace.list.test.ts"],
};

const RATES = {
  file: "convex/model/personRates.ts",
  tests: ["tests/convex/model/personRates.test.ts"],
};

const OPERATORS: readonly PlantedFault[] = [
  {
    file: "convex/model/operations/operations.ts",
    tests: ["tests/convex/workspace.move.test.ts"],
    breaks: "an operation begins while the office's rows are moved",
    find: "if (await isBeingMoved(ctx, workspaceId)) throw conflict(OFFICE_CLOSED);",
    replace: "",
  },
  {
    ...CLOSINGS,
    breaks: "a device has no epoch before the first restoration",
    find: ` || "0"`,
    replace: "",
  },
  {
    ...CLOSINGS,
    breaks: "no device asks before it sends changes from before a restoration",
    find: "epoch: isRestored ? epoch + 1 : epoch",
    replace: "epoch",
  },
  {
    file: "convex/functions.ts",
    tests: ["tests/convex/model/access.test.ts"],
    breaks: "members of a suspended office read on",
    find: "  await requireReadable(ctx, caller.workspaceId);\n",
    replace: "",
  },
  {
    ...ERASURE,
    breaks: "an office that works is erased",
    find: "await requireClosed(ctx, workspaceId);\n  if (!isErasing) {",
    replace:
      "(await moveOf(ctx, workspaceId)) ?? (await closingOf(ctx, workspaceId))!;\n  if (!isErasing) {",
  },
  {
    ...ERASURE,
    breaks: "a half erased office opens",
    find: "if (mark.isErasing)",
    replace: "if (mark.isDone)",
  },
  {
    ...ERASURE,
    breaks: "the photos of an erased office stay stored",
    find: '    if ("storageId" in row) await deleteStored(ctx, row.storageId);\n',
    replace: "    void deleteStored;\n",
  },
  {
    ...SIZES,
    breaks: "the list ends at the first office that sorts after the trash",
    find: "? await firstAfter(ctx, TRASH_KEYS_END)",
    replace: "? null",
  },
  {
    ...SIZES,
    breaks: "rows of a large table are counted twice in the list",
    find: "if (!isDone) return { range: from + at, page: null };\n    addTo(sum, own);",
    replace: "addTo(sum, own);\n    if (!isDone) return { range: from + at, page: null };",
  },
  {
    ...RATES,
    breaks: "a person waits for ever after the first time",
    find: "Math.min(most, row.left + minutes * perMinute)",
    replace: "row.left",
  },
  {
    ...RATES,
    breaks: "a person may do everything without end",
    find: '.eq("by", by)',
    replace: '.eq("by", "")',
  },
];

const RUNTIME: readonly PlantedFault[] = [
  {
    file: "packages/embedded-convex/src/store/committer.ts",
    tests: ["packages/embedded-convex/tests/store/committer.test.ts"],
    breaks: "a client's mutation waits for a background step of its group",
    find: "work.isBackground ? this.#background : this.#ofClients",
    replace: "this.#ofClients",
  },
  {
    file: "packages/embedded-convex/src/runtime/actions.ts",
    tests: ["packages/embedded-convex/tests/runtime/actions.test.ts"],
    breaks: "a mutation of an action is no background work",
    find: "isBackground: true",
    replace: "isBackground: false",
  },
];

export const FAULTS: readonly PlantedFault[] = [
  ...OUTBOX,
  ...HISTORY,
  ...UNDO,
  ...RULES,
  ...DEFINITIONS,
  ...IMPORTS,
  ...CREWS,
  ...OPERATORS,
  ...RUNTIME,
  ...SERVER_FAULTS,
  ...RULE_FAULTS,
  ...CALL_FAULTS,
  ...WAITING_FAULTS,
  ...SPREAD_FAULTS,
  ...FORM_KEY_FAULTS,
  ...DOMAIN_FAULTS,
  ...SCREEN_FAULTS,
  ...PAGE_FAULTS,
  ...BACKEND_FAULTS,
  ...CHANGE_FAULTS,
];
