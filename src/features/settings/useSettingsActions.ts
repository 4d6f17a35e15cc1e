import { useAction, useConvex, useQuery, type ConvexReactClient } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { useState } from "react";
import { api } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";
import type { ChangeKind } from "@domain/history/history";
import { undoneRunLabel } from "@domain/history/historyText";
import { seededMessage } from "@domain/stock/inventory";
import { randomUuid } from "@/lib/randomUuid";
import { recordUndoable } from "@/offline/outbox/undoable";
import { useSeedDefaults } from "@/offline/useSeedDefaults";
import { useSave } from "@/offline/useSave";
import { uploadExamplePhotos } from "./examplePhotos";
import {
  allDeletedMessage,
  cleanedMessage,
  customersAndJobsDeletedMessage,
  dedupedMessage,
  demoDataRemovedMessage,
  failureMessage,
  generatedMessage,
  inventoryDeletedMessage,
  restoredMessage,
} from "./settingsMessages";

export const FAKE_DATA = { customers: 50, jobsPerCustomer: 2 } as const;

export type SettingsAction =
  | "generate"
  | "tryExample"
  | "seed"
  | "removeDemoData"
  | "dedupe"
  | "removeObtainedDate"
  | "deleteCustomersAndJobs"
  | "deleteInventory"
  | "deleteAllData"
  | "restore";

export interface Outcome {
  readonly action: SettingsAction;
  readonly isError: boolean;
  readonly message: string;
}

/** Runs that the server restores as a whole. */
const RESTORABLE: readonly (SettingsAction & ChangeKind)[] = [
  "removeDemoData",
  "dedupe",
  "removeObtainedDate",
  "deleteCustomersAndJobs",
  "deleteInventory",
  "deleteAllData",
];

interface ActionTexts {
  readonly name: string;
  /** Message for an error without one. */
  readonly fallback: string;
}

const TEXTS: Readonly<Record<SettingsAction, ActionTexts>> = {
  generate: { name: "Fake customers and jobs", fallback: "Failed to generate" },
  tryExample: { name: "Example data", fallback: "Failed to generate" },
  seed: { name: "Fake inventory", fallback: "Failed to seed inventory" },
  removeDemoData: { name: "Demo data", fallback: "Failed to remove demo data" },
  dedupe: { name: "Customers", fallback: "Failed to dedupe" },
  removeObtainedDate: {
    name: "Customers",
    fallback: "Failed to clean obtained date",
  },
  deleteCustomersAndJobs: {
    name: "Customers and jobs",
    fallback: "Failed to delete customers/jobs",
  },
  deleteInventory: {
    name: "Inventory",
    fallback: "Failed to delete inventory",
  },
  deleteAllData: { name: "All data", fallback: "Failed to delete" },
  restore: { name: "Deleted records", fallback: "Failed to restore" },
};

/** Runs an action and returns the message that reports it. */
type Run = () => Promise<string>;

/** Runs the actions of Settings one at a time and keeps the last result. */
export function useSettingsActions() {
  const [running, setRunning] = useState<SettingsAction | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const lastRun = useQuery(api.changes.lastRun) ?? null;
  const shown = useShownRun(outcome, lastRun);
  const report = useReport(lastRun);

  const run = async (action: SettingsAction) => {
    if (running !== null) return;
    setRunning(action);
    setOutcome(null);
    if (action !== "restore") shown.begin();
    const next = await report(action);
    setRunning(null);
    setOutcome(next);
  };

  return { run, running, outcome, canRestore: shown.isLast };
}

/**
 * The run whose result is shown: the first run of its kind after `before`. A later run is somebody else's, and is not
 * undone from this result.
 */
function useShownRun(outcome: Outcome | null, lastRun: LastRun) {
  const [{ before, id }, setShown] = useState<ShownRun>({
    before: null,
    id: null,
  });
  const isOfKind = outcome?.isError === false && outcome.action === lastRun?.kind;
  if (lastRun !== null && id === null && isOfKind && lastRun.id !== before)
    setShown({ before, id: lastRun.id });
  // After a refused restoration, the person can try again.
  const isRefused = outcome?.isError === true && outcome.action === "restore";
  return {
    begin: () => setShown({ before: lastRun?.id ?? null, id: null }),
    isLast: (isOfKind || isRefused) && lastRun?.id === id,
  };
}

interface ShownRun {
  /** The id of the last run when the action began. */
  readonly before: Id<"changes"> | null;
  /** The id of the shown run; null until it is known. */
  readonly id: Id<"changes"> | null;
}

type LastRun = FunctionReturnType<typeof api.changes.lastRun>;

/** Records the run for Undo. A run that changed nothing has no entry in the history. */
async function recordRun(convex: ConvexReactClient, action: SettingsAction): Promise<void> {
  const run = await convex.query(api.changes.lastRun, {});
  const kind = RESTORABLE.find((each) => each === action);
  if (kind === undefined || run?.kind !== kind) return;
  const name = undoneRunLabel(kind, "");
  recordUndoable({ id: randomUuid(), name, runId: run.id });
}

/** Runs an action and returns the text of the line below the cards, which replaces the toast. */
function useReport(lastRun: LastRun) {
  const { save } = useSave();
  const runs = useRuns(lastRun);
  const convex = useConvex();

  return async (action: SettingsAction): Promise<Outcome> => {
    const { name, fallback } = TEXTS[action];
    let thrown: unknown = null;
    const keepThrown = (error: unknown) => {
      thrown = error;
      throw error;
    };
    const run = async () => {
      const message = await runs[action]();
      await recordRun(convex, action);
      return message;
    };
    const result = await save(() => run().catch(keepThrown), {
      name,
      saved: null,
      shows: () => true,
      needsServer: true,
    });
    const message = result.ok ? result.value : failureMessage(result.error, thrown, fallback);
    return { action, isError: !result.ok, message };
  };
}

function useRuns(lastRun: LastRun): Readonly<Record<SettingsAction, Run>> {
  const convex = useConvex();
  const generate = useAction(api.seed.generateFakeData);
  const seed = useSeedDefaults(TEXTS.seed.name);
  const removeDemoData = useAction(api.seed.removeDemoData);
  const dedupe = useAction(api.customers.dedupeForUser);
  const clean = useAction(api.customers.removeObsoleteObtainedDateField);
  const deleteCustomersAndJobs = useAction(api.seed.deleteCustomersAndJobs);
  const deleteInventory = useAction(api.seed.deleteInventory);
  const deleteAllData = useAction(api.seed.deleteAllData);

  return {
    generate: async () => {
      const timeZone = deviceTimeZone();
      return generatedMessage(await generate({ ...FAKE_DATA, timeZone }));
    },
    tryExample: async () => {
      const example = {
        ...{ ...FAKE_DATA, timeZone: deviceTimeZone(), withStock: true },
        job_photo_estimate: await uploadExamplePhotos(convex),
      };
      return generatedMessage(await generate(example));
    },
    seed: async () => seededMessage((await seed()).counts),
    removeDemoData: async () => demoDataRemovedMessage(await removeDemoData({})),
    dedupe: async () => dedupedMessage(await dedupe({})),
    removeObtainedDate: async () => cleanedMessage(await clean({})),
    deleteCustomersAndJobs: async () =>
      customersAndJobsDeletedMessage(await deleteCustomersAndJobs({})),
    deleteInventory: async () => inventoryDeletedMessage(await deleteInventory({})),
    deleteAllData: async () => allDeletedMessage(await deleteAllData({})),
    restore: useRestoration(lastRun),
  };
}

/** Undoes the last run of this screen as a whole. */
function useRestoration(lastRun: LastRun): Run {
  const undoRun = useAction(api.changes.undoRun);
  return async () =>
    restoredMessage(
      lastRun === null ? { rowsRestored: 0, changesUndone: 0 } : await undoRun({ id: lastRun.id }),
    );
}

function deviceTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}
