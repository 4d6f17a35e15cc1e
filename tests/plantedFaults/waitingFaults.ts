/** Faults of what waits on the device: changes, photos, and notices about replaced values. */
import type { PlantedFault } from "./plantedFault";

const LOOP = {
  file: "packages/convex-outbox/src/sendLoop.ts",
  tests: ["packages/convex-outbox/tests/sendLoop.test.ts"],
};
const SENDER = {
  file: "packages/convex-outbox/src/outboxSender.ts",
  tests: ["packages/convex-outbox/tests/outboxSender.test.ts"],
};
const CLIENT = {
  file: "packages/convex-outbox/src/outboxClient.ts",
  tests: ["packages/convex-outbox/tests/outboxClient.test.ts"],
};
const SIMULATED_CLIENT = {
  file: CLIENT.file,
  tests: ["packages/convex-outbox/tests/outboxSender.simulation.test.ts"],
};
const ATTACHMENTS = {
  file: "packages/convex-outbox/src/attachments.ts",
  tests: ["tests/src/offline/photos/keptPhotos.test.ts"],
};
const SIMULATED_UPLOADS = {
  file: "packages/convex-outbox/src/outboxItem.ts",
  tests: ["packages/convex-outbox/tests/attachments.simulation.test.ts"],
};
const PHOTO_RULES = {
  file: "src/offline/photos/photoRules.ts",
  tests: ["tests/src/offline/photos/photoRules.test.ts"],
};
const KEPT_PHOTOS = {
  file: "src/offline/photos/keptPhotos.ts",
  tests: ATTACHMENTS.tests,
};
const PHOTO_VIEW = {
  file: "src/offline/photos/photoView.ts",
  tests: ["tests/src/offline/photos/photoView.test.ts"],
};
const EXPECTED = {
  file: "src/offline/photos/ExpectedList.ts",
  tests: ["tests/src/offline/photos/ExpectedList.test.ts"],
};
const NOTICES = {
  file: "src/offline/outbox/keptNotices.ts",
  tests: ["tests/src/offline/outbox/keptNotices.test.ts"],
};

const ROWS = {
  file: "packages/convex-outbox/src/memoryFirstRows.ts",
  tests: ["packages/convex-outbox/tests/memoryFirstRows.test.ts"],
};

export const WAITING_FAULTS: readonly PlantedFault[] = [
  {
    ...LOOP,
    breaks: "a change that comes while the send loop ends waits for the next",
    find: "      if (this.#isWoken) this.wake();\n",
    replace: "",
  },
  {
    ...NOTICES,
    tests: ["tests/src/offline/outbox/keptNotices.left.test.ts"],
    breaks: "nobody says which visit of a moved day stays",
    find: "      await this.#tellLeft(item, result);\n",
    replace: "",
  },
  {
    ...NOTICES,
    tests: ["tests/src/offline/outbox/keptNotices.left.test.ts"],
    breaks: "what an open form lists is said a second time",
    find: "left.length === 0 || isResponseWatched(item.id)",
    replace: "left.length === 0",
  },
  {
    file: "src/features/prices/PricesScreen.tsx",
    tests: ["tests/src/features/prices/PricesScreen.test.tsx"],
    breaks: "prices that this device does not have can be set",
    find: "{!isMissing && (",
    replace: "{isMissing !== null && (",
  },
  {
    file: "src/features/inventory/InventoryScreen.tsx",
    tests: ["tests/src/features/inventory/InventoryScreen.test.tsx"],
    breaks: "stock can be added to items that this device does not have",
    find: "{!isMissing && <",
    replace: "{isMissing !== null && <",
  },
  {
    ...ROWS,
    breaks: "a failing store's row is replaced, and a later page sends it last",
    find: "!(this.isStored(id) || this.#tried.has(id))",
    replace: "true",
  },
  {
    ...ROWS,
    breaks: "a row is sent although a failing store cannot record it",
    find: "!this.#isFailing || !this.isStored(id);",
    replace: "true;",
  },
  {
    ...ROWS,
    breaks: "a page waits for a store that does not answer",
    find: "          this.#isFailing = true;\n          this.#goOn",
    replace: "          void this.#goOn",
  },
  {
    ...ROWS,
    breaks: "a late write leaves the row of a change that was answered",
    find: "then === undefined && !isAnswered(item.id)",
    replace: "then === undefined",
  },
  {
    ...ROWS,
    breaks: "an attempt is not counted where the store has answered late",
    find: "({ entry, wasEnded }) => wasEnded || !entry.hasEnded",
    replace: "() => true",
  },
  {
    file: "src/offline/texts/TextWriter.ts",
    tests: ["tests/src/offline/texts/TypedTexts.test.ts"],
    breaks: "a late write removes what was typed since",
    find: "      if (!isStored) this.#copies.set(field, this.#copyOf(field) + 1);\n",
    replace: "",
  },
  {
    ...ROWS,
    breaks: "failures of the device's store are never forgotten",
    find: "      this.#failures = 0;\n      this.#error = null;\n",
    replace: "      this.#error = null;\n",
  },
  {
    ...SENDER,
    breaks: "failures of a subject are not forgotten when a change is saved",
    find: "    this.#loop.forgetFailures(item.subject.key);\n",
    replace: "",
  },
  {
    ...SENDER,
    breaks: "a change is deleted before what its response replaced is stored",
    find: "await this.#parts.onSaved?.(item, value);",
    replace: "void this.#parts.onSaved?.(item, value);",
  },
  {
    ...CLIENT,
    breaks: "a saved change is shown as waiting until its row is deleted",
    find: "    this.#answered.add(id);\n",
    replace: "",
  },
  {
    ...CLIENT,
    breaks: "a change that another tab has saved is shown again",
    find: ".filter(({ id }) => !this.#answered.has(id))",
    replace: "",
  },
  {
    file: "packages/convex-outbox/src/memoryFirstRows.ts",
    tests: SIMULATED_CLIENT.tests,
    breaks: "a tab shows what another one has written at its next change only",
    find: ".then((rows) => this.#accept(rows))",
    replace: "",
  },
  {
    ...SIMULATED_CLIENT,
    breaks: "what the person decided to send after a restored backup stays",
    find: "    this.#sender.retryNow();\n    await allowed;",
    replace: "    await allowed;",
  },
  {
    ...SIMULATED_CLIENT,
    breaks: "the question after a restored backup waits for the next change",
    find: "if (this.#updateQuestions()) this.#notify();",
    replace: "",
  },
  {
    file: "packages/convex-outbox/src/restoredData.ts",
    tests: CLIENT.tests,
    breaks: "a change that was made before the data epoch is known is asked about",
    find: `seen !== "" && epoch`,
    replace: "epoch",
  },
  {
    ...SIMULATED_UPLOADS,
    breaks: "a photo is discarded that its job may have",
    find: "attempts === 0 || !isUploaded(item)",
    replace: "attempts >= 0",
  },
  {
    ...ATTACHMENTS,
    breaks: "an upload that the page stopped counts as failed",
    find: "        if (isRestarted && this.#has(item.id)) continue;\n",
    replace: "",
  },
  {
    ...ATTACHMENTS,
    breaks: "a photo whose file is gone is refused",
    find: "ready !== item || !server.isFileGone(error, item)",
    replace: "ready !== null",
  },
  {
    ...ATTACHMENTS,
    file: "packages/convex-outbox/src/attachmentRules.ts",
    breaks: "a photo waits for a store that is full",
    find: "canRecord: () => true",
    replace: "canRecord: () => false",
  },
  {
    ...PHOTO_RULES,
    breaks: "a job that is saved takes along the photos of another draft",
    find: "attachment.isHeld && attachment.job.key === jobKey",
    replace: "attachment.isHeld",
  },
  {
    ...PHOTO_VIEW,
    breaks: "a photo that is being sent can be retried",
    find: "failure !== null && !isSending",
    replace: "failure !== null",
  },
  {
    ...PHOTO_VIEW,
    breaks: "a photo from before a restored backup cannot be discarded",
    find: "isDiscardable(photo, client.epoch())",
    replace: `isDiscardable(photo, "")`,
  },
  {
    ...KEPT_PHOTOS,
    breaks: "photos stay held whose job this page created before their code arrived",
    find: "!isWaiting || outbox.hasSaved(key)",
    replace: "!isWaiting",
  },
  {
    ...KEPT_PHOTOS,
    breaks: "a photo stays held whose job an earlier page has created",
    find: "(await withinLimit(left)) ?? [];",
    replace: "[] as string[];",
  },
  {
    ...KEPT_PHOTOS,
    breaks: "a photo is sent whose job was refused and is entered again",
    find: `state.kind !== "refused" && (`,
    replace: "(",
  },
  {
    ...KEPT_PHOTOS,
    breaks: "a photo is sent while it is not known whether its job waits",
    find: "isUncertain(item) || ",
    replace: "",
  },
  {
    file: "src/offline/photos/photoRules.ts",
    tests: ATTACHMENTS.tests,
    breaks: "a photo is uploaded before its job is created",
    find: "      change.creates === attachment?.job.key ||\n",
    replace: "",
  },
  {
    ...PHOTO_RULES,
    file: "packages/convex-outbox/src/steps.ts",
    tests: ATTACHMENTS.tests,
    breaks: "a retried photo has lost its bytes",
    find: "mayHaveArrived || attachment !== undefined",
    replace: "mayHaveArrived",
  },
  {
    ...NOTICES,
    breaks: "the notice of a replaced value is kept, and shown later, twice",
    find: "...kept.filter(({ id }) => id !== notice.id), ",
    replace: "      ...kept,\n",
  },
  {
    ...NOTICES,
    breaks: "the notice of a replaced value is on the screen twice",
    find: "const toastId = `replaced-${replaced.id}`;",
    replace: "const toastId = `replaced-${this.#shown.size}`;",
  },
  {
    file: "src/offline/outbox/writerOf.ts",
    tests: NOTICES.tests,
    breaks: "the writer of a replaced value is looked for on one page",
    find: "    cursor = continueCursor;\n",
    replace: "",
  },
  {
    file: "src/offline/outbox/writerOf.ts",
    tests: NOTICES.tests,
    breaks: "the history is read on after its end",
    find: "entry !== undefined || isDone",
    replace: "entry !== undefined",
  },
  {
    ...NOTICES,
    breaks: "a notice is shown to the next person",
    find: "    if (this.#isStopped) return;\n    const toastId = `replaced",
    replace: "    const toastId = `replaced",
  },
  {
    file: "src/offline/outbox/outboxServer.ts",
    tests: ["tests/src/offline/outbox/outboxServer.test.ts"],
    breaks: "a page without signal does not know the data epoch",
    find: "        if (epoch !== known) writeEpoch(opened, epoch);\n",
    replace: "",
  },
  {
    file: "packages/convex-outbox/src/steps.ts",
    tests: ["packages/convex-outbox/tests/outboxRules.test.ts"],
    breaks: "a retried change counts as one that the server may have",
    find: "    ...(!mayHaveArrived && { attempts: 0 }),\n",
    replace: "",
  },
  {
    file: "src/offline/outbox/syncStatus.ts",
    tests: ["tests/src/offline/outbox/syncStatus.test.ts"],
    breaks: "a change is called slow after a third of a second",
    find: `"refused" && now - at >= WAITING_AFTER_MS`,
    replace: `"refused" && now - at >= QUIET_MS`,
  },
  {
    ...ATTACHMENTS,
    breaks: "a photo that the person discards is counted as on its job",
    find: ` && !this.#discarded.has(id)`,
    replace: "",
  },
  {
    ...EXPECTED,
    breaks: "a page misses photos that it is waiting for itself",
    find: "rows.filter(({ id }) => !own.has(id))",
    replace: "rows",
  },
  {
    ...EXPECTED,
    breaks: "a taken photo ends the wait of the job's other list",
    find: "row.subject.key === subject.key && row.field === field",
    replace: "row.subject.key === subject.key",
  },
  {
    file: "domain/changes/jobFiles.ts",
    tests: ["tests/src/job/shownJobs.test.ts"],
    breaks: "a moved photo jumps back while the change waits",
    find: `  "jobs:moveFile",`,
    replace: `  "jobs:removeFile",`,
  },
];
