/** Faults of the calls that forms, drags, taps and toasts send, and of what is shown before they are sent. */
import type { PlantedFault } from "./plantedFault";

const JOBS_CALLS = ["tests/src/features/jobs.calls.test.tsx"];
const SCHEDULE_CALLS = ["tests/src/features/schedule.calls.test.tsx"];
const INVENTORY_CALLS = ["tests/src/features/inventory.calls.test.tsx"];
const OFFLINE_CALLS = ["tests/src/offline.calls.test.tsx"];
const DIRECT_CALLS = ["tests/src/features.calls.test.tsx"];

const SEEN_DAY = {
  file: "src/features/schedule/useSeenDay.ts",
  tests: ["tests/src/features/schedule/useSeenDay.marks.test.tsx"],
};
const SETTINGS = {
  file: "src/features/settings/useSettingsActions.ts",
  tests: ["tests/src/features/settings/useSettingsActions.test.tsx"],
};
const JOB_LIST = {
  file: "src/features/jobs/useJobList.ts",
  tests: ["tests/src/features/jobs/useJobList.test.tsx"],
};
const INTAKE = {
  file: "src/features/inventory/useIntakeForm.ts",
  tests: INVENTORY_CALLS,
};
const UPDATE_JOB = {
  file: "domain/changes/updateJob.ts",
  tests: JOBS_CALLS,
};
const UNDO_OF = {
  file: "src/offline/undo/undoOf.ts",
  tests: OFFLINE_CALLS,
};

/** What a person is shown and asked before a call. */
const SHOWN: readonly PlantedFault[] = [
  {
    ...SEEN_DAY,
    breaks: "a copy that is about to be replaced counts as seen",
    find: "const isSettled = !isCopy || isOffline;",
    replace: "const isSettled = isCopy || !isCopy || isOffline;",
  },
  {
    ...SEEN_DAY,
    breaks: "a person's own changes are marked for ever",
    find: "    if (own.size > 0) look((visit) => own.has(visitKey(visit)));\n",
    replace: "",
  },
  {
    ...SEEN_DAY,
    breaks: "a day is compared with the visits of the former day",
    find: "stored?.store === store && stored.from === from",
    replace: "stored?.store === store",
  },
  {
    ...SETTINGS,
    breaks: "Restore is offered for a later run of the shown kind",
    find: " && lastRun?.id === id",
    replace: "",
  },
  {
    ...SETTINGS,
    breaks: "Restore is offered for a run before the shown one",
    find: " && lastRun.id !== before",
    replace: "",
  },
  {
    ...JOB_LIST,
    breaks: "a new search asks for as many jobs as the former one",
    find: "JSON.stringify([listing, search])",
    replace: "JSON.stringify(listing)",
  },
  {
    ...INTAKE,
    breaks: "a question about an amount is answered for another row",
    find: "([id, question]) => questions[Number(id)] === question",
    replace: "([, question]) => Object.values(questions).includes(question)",
  },
  {
    ...INTAKE,
    breaks: "an amount that was changed keeps its question",
    find: "      setQuestions(({ [id]: _dropped, ...others }) => others);\n",
    replace: "",
  },
];

/** What a change sends, and what the outbox keeps of it. */
const KEPT: readonly PlantedFault[] = [
  {
    file: "domain/changes/setPrices.ts",
    tests: INVENTORY_CALLS,
    breaks: "a 6 in price replaces the unsent 5 in price",
    find: 'field: `price ${sizesIn(prices).join(" ")}`',
    replace: 'field: "price"',
  },
  {
    file: "domain/changes/setReorderLevel.ts",
    tests: INVENTORY_CALLS,
    breaks: "a reorder level of trim replaces the unsent one of gutters",
    find: "return `reorder ${category} ${size}`;",
    replace: "return `reorder ${size}`;",
  },
  {
    file: "src/features/schedule/moves/useMoves.ts",
    tests: SCHEDULE_CALLS,
    breaks: "a drag says that the person saw the new time",
    find: "seen: at,",
    replace: "seen: to,",
  },
  {
    file: "domain/changes/moveVisits.ts",
    tests: SCHEDULE_CALLS,
    breaks: "a visit is moved before its job is created",
    find: "      needs: moves.map(({ id }) => id),\n",
    replace: "",
  },
  {
    file: "src/offline/useChange.ts",
    tests: SCHEDULE_CALLS,
    breaks: "a moved day offers no Undo",
    find: "        ...undoToast(undo),\n",
    replace: "",
  },
  {
    file: "src/features/schedule/moves/useMoves.ts",
    tests: SCHEDULE_CALLS,
    breaks: "a job of the tray gets the status of another visit",
    find: "statusOfVisit(type, job.job_status)",
    replace: `statusOfVisit("estimate", job.job_status)`,
  },
  {
    file: "src/job/statusChange.ts",
    tests: [...JOBS_CALLS, ...SCHEDULE_CALLS],
    breaks: "a status says that the person saw it already",
    find: "const seen = job.job_status;",
    replace: "const seen = value;",
  },
  {
    file: "domain/changes/setStatuses.ts",
    tests: JOBS_CALLS,
    breaks: "selected jobs are said to have had the new status",
    find: "seen: job.job_status",
    replace: "seen: status",
  },
  {
    file: "domain/changes/createJob.ts",
    tests: JOBS_CALLS,
    breaks: "a job is sent before the job that creates its customer",
    find: "      needs: [chosen.customer_id],\n",
    replace: "",
  },
  {
    file: "src/features/jobs/form/EditSession.ts",
    tests: JOBS_CALLS,
    breaks: "a field replaces unseen what the office wrote meanwhile",
    find: "const { base } = this.state().drafts[name] ?? { base: live };",
    replace: "const base = live;",
  },
  {
    ...UPDATE_JOB,
    breaks: "a corrected phone does not say whose it was",
    find: "{ customer: { [name]: value }, customer_id }",
    replace: "{ customer: { [name]: value } }",
  },
  {
    ...UPDATE_JOB,
    breaks: "a chosen customer is sent before the job that creates them",
    find: "        needs: [String(value)],\n",
    replace: "",
  },
  {
    file: "src/features/jobs/photos/usePhotoChanges.ts",
    tests: OFFLINE_CALLS,
    breaks: "a dragged photo goes to the start of its list",
    find: "{ field, fileId, after })",
    replace: "{ field, fileId, after: null })",
  },
  {
    file: "src/offline/photos/photoRules.ts",
    tests: OFFLINE_CALLS,
    breaks: "photos that were chosen together are undone one by one",
    find: "{ field, fileIds: [], ...batch }",
    replace: "{ field, fileIds: [] }",
  },
  {
    file: "src/features/messages/MessagePanel.tsx",
    tests: ["tests/src/features/messages.calls.test.tsx"],
    breaks: "an opened message is noted for the subject of the outbox",
    find: "const id = job ? subject.key : customerId;",
    replace: "const id = subject.key;",
  },
  {
    ...UNDO_OF,
    breaks: "an undone mark does not lead the job backwards",
    find: ", isForward: _isForward",
    replace: "",
  },
];

/** What is sent at once. */
const DIRECT: readonly PlantedFault[] = [
  {
    file: "src/features/settings/useSettingsActions.ts",
    tests: ["tests/src/features/settings/useSettingsActions.test.tsx"],
    breaks: "Undo is offered for a run of Settings that changed nothing",
    find: "run?.kind !== kind",
    replace: "run === null",
  },
  {
    file: "src/offline/photos/photoServer.ts",
    tests: OFFLINE_CALLS,
    breaks: "a photo is uploaded for whoever has signed in since",
    find: "generateUploadUrl, { sentFor }",
    replace: "generateUploadUrl, {}",
  },
  {
    file: "src/offline/outbox/outboxServer.ts",
    tests: OFFLINE_CALLS,
    breaks: "a change that waited is sent as written now",
    find: "deviceAt: item.at",
    replace: "deviceAt: Date.now()",
  },
  {
    file: "src/offline/useSeedDefaults.ts",
    tests: ["tests/src/offline/useSeedDefaults.test.tsx"],
    breaks: "Undo of the default stock names another change",
    find: "seed({ intentId })",
    replace: "seed({ intentId: randomUuid() })",
  },
  {
    file: "src/features/jobs/useDeleteJob.ts",
    tests: JOBS_CALLS,
    breaks: "a deleted job cannot be undone",
    find: "deleteNow({ id: job._id, intentId })",
    replace: "deleteNow({ id: job._id })",
  },
  {
    file: "src/job/customer/ContactSet.tsx",
    tests: DIRECT_CALLS,
    breaks: "a merge keeps the other customer",
    find: `        kept: kept.customer_id,
        duplicate: duplicate.customer_id,`,
    replace: `        kept: duplicate.customer_id,
        duplicate: kept.customer_id,`,
  },
  {
    file: "src/features/imports/Lookalikes.tsx",
    tests: DIRECT_CALLS,
    breaks: "All new says that all look-alikes are the same",
    find: "decideAll({ importId, choice })",
    replace: `decideAll({ importId, choice: "same" })`,
  },
  {
    file: "src/features/history/TrashList.tsx",
    tests: ["tests/wholeCalls.test.ts"],
    breaks: "a form makes a call that no test states as a whole",
    find: "useMutation(api.changes.restore)",
    replace: "useMutation(api.changes.undo)",
  },
];

export const CALL_FAULTS = [...SHOWN, ...KEPT, ...DIRECT];
