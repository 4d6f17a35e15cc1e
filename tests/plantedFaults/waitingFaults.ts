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
const PHOTO_SENDER = {
  file: "src/offline/photos/PhotoSender.ts",
  tests: ["tests/src/offline/photos/PhotoSender.test.ts"],
};
const PHOTO_RULES = {
  file: "src/offline/photos/photoRules.ts",
  tests: ["tests/src/offline/photos/photoRules.test.ts"],
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
    find: ".then((rows) => this.accept(rows))",
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
    breaks:
      "a change that was made before the data epoch is known is asked about",
    find: `seen !== "" && epoch`,
    replace: "epoch",
  },
  {
    ...PHOTO_SENDER,
    breaks: "an upload that the page stopped counts as failed",
    find: "if (!abort.signal.aborted) await",
    replace: "await",
  },
  {
    ...PHOTO_SENDER,
    breaks: "photos are uploaded without end while the session has ended",
    find: "    return !this.#isSignedOut;\n",
    replace: "    return true;\n",
  },
  {
    ...PHOTO_SENDER,
    breaks: "photos say that the session has ended after the person signed in",
    find: "    this.#isSignedOut = false;\n",
    replace: "",
  },
  {
    ...PHOTO_RULES,
    breaks: "a photo that is added after a discarded one is sent before others",
    find: "Math.max(0, ...photos.map((each) => each.order)) + 1",
    replace: "photos.length",
  },
  {
    ...PHOTO_RULES,
    breaks: "a job that is saved takes along the photos of another draft",
    find: "(photo) => photo.isHeld && photo.subject.key === jobKey",
    replace: "(photo) => photo.isHeld",
  },
  {
    ...PHOTO_VIEW,
    breaks: "a photo that is being sent can be retried",
    find: "failure !== null && progress === null",
    replace: "failure !== null",
  },
  {
    ...PHOTO_RULES,
    tests: PHOTO_VIEW.tests,
    breaks: "a photo from before a restored backup cannot be discarded",
    find: "isDiscardable(change, epoch)",
    replace: `isDiscardable(change, "")`,
  },
  {
    file: "src/offline/photos/photoRules.ts",
    tests: PHOTO_SENDER.tests,
    breaks: "a photo is uploaded before its job is created",
    find: "      !paused.has(id) &&\n      !created.has(subject.key),",
    replace: "      !paused.has(id),",
  },
  {
    ...PHOTO_RULES,
    breaks: "a photo is lost whose page ended before it put the change",
    find: "if (put.has(photo.state.fileId))",
    replace: "if (put.size >= 0)",
  },
  {
    ...PHOTO_RULES,
    tests: PHOTO_SENDER.tests,
    breaks: "a photo whose upload was not recorded is on its job twice",
    find: "    id,\n    at,",
    replace: "    id: crypto.randomUUID(),\n    at,",
  },
  {
    ...NOTICES,
    breaks: "the notice of a replaced value is kept, and shown later, twice",
    find: "      ...kept.filter(({ id }) => id !== notice.id),\n",
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
    find: "{ id: newId, attempts: 0 }",
    replace: "{ id: newId }",
  },
  {
    file: "src/offline/outbox/syncStatus.ts",
    tests: ["tests/src/offline/outbox/syncStatus.test.ts"],
    breaks: "a change is called slow after a third of a second",
    find: `"refused" && now - at >= WAITING_AFTER_MS`,
    replace: `"refused" && now - at >= QUIET_MS`,
  },
  {
    ...PHOTO_RULES,
    breaks: "a photo that the person discards is counted as on its job",
    file: "src/offline/photos/PhotoQueue.ts",
    tests: PHOTO_SENDER.tests,
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
    tests: ["tests/src/features/jobs/shownJobs.test.ts"],
    breaks: "a moved photo jumps back while the change waits",
    find: `  "jobs:moveFile",`,
    replace: `  "jobs:removeFile",`,
  },
];
