import { useAction, useMutation, useQuery } from "convex/react";
import { useState } from "react";
import { api } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";
import type { ChangeKind } from "@domain/history";
import { seededMessage } from "@domain/inventory";
import { randomUuid } from "@/lib/randomUuid";
import { recordUndoable } from "@/offline/outbox/undoable";
import { useSave } from "@/offline/useSave";
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

interface ActionConfig {
  readonly name: string;
  /** Runs the action and returns the message that reports it. */
  readonly run: () => Promise<string>;
  /** Message for an error without one. */
  readonly fallback: string;
}

/** Runs the actions of Settings one at a time and keeps the last result. */
export function useSettingsActions() {
  const [running, setRunning] = useState<SettingsAction | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const { save } = useSave();
  const lastRun = useQuery(api.changes.lastRun) ?? null;
  const configs = useActionConfigs(lastRun);

  const run = async (action: SettingsAction) => {
    if (running !== null) return;
    setRunning(action);
    setOutcome(null);
    const { name, run: call, fallback } = configs[action];
    // The line under the cards shows the result, so no toast is needed.
    let thrown: unknown = null;
    const keepThrown = (error: unknown) => {
      thrown = error;
      throw error;
    };
    const result = await save(() => call().catch(keepThrown), {
      name,
      saved: null,
      shows: () => true,
      needsServer: true,
    });
    const kind = RESTORABLE.find((each) => each === action);
    if (result.ok && kind !== undefined)
      recordUndoable({ id: randomUuid(), name, run: kind });
    setRunning(null);
    setOutcome({
      action,
      isError: !result.ok,
      message: result.ok
        ? result.value
        : failureMessage(result.error, thrown, fallback),
    });
  };

  return {
    run,
    running,
    outcome,
    canRestore: isRestorable(outcome, lastRun?.kind),
  };
}

/** The shown result is that of the last run, or a refused restoration of it. */
function isRestorable(
  outcome: Outcome | null,
  lastRun: string | undefined,
): boolean {
  if (outcome === null || lastRun === undefined) return false;
  return outcome.isError
    ? outcome.action === "restore"
    : outcome.action === lastRun;
}

function useActionConfigs(
  lastRun: { readonly id: Id<"changes"> } | null,
): Readonly<Record<SettingsAction, ActionConfig>> {
  const generate = useAction(api.seed.generateFakeData);
  const removeDemoData = useAction(api.seed.removeDemoData);
  const dedupe = useAction(api.customers.dedupeForUser);
  const clean = useAction(api.customers.removeObsoleteObtainedDateField);
  const deleteCustomersAndJobs = useAction(api.seed.deleteCustomersAndJobs);
  const deleteInventory = useAction(api.seed.deleteInventory);
  const deleteAllData = useAction(api.seed.deleteAllData);

  return {
    generate: {
      name: "Fake customers and jobs",
      run: async () =>
        generatedMessage(
          await generate({ ...FAKE_DATA, timeZone: deviceTimeZone() }),
        ),
      fallback: "Failed to generate",
    },
    seed: useSeedConfig(),
    removeDemoData: {
      name: "Demo data",
      run: async () => demoDataRemovedMessage(await removeDemoData({})),
      fallback: "Failed to remove demo data",
    },
    dedupe: {
      name: "Customers",
      run: async () => dedupedMessage(await dedupe({})),
      fallback: "Failed to dedupe",
    },
    removeObtainedDate: {
      name: "Customers",
      run: async () => cleanedMessage(await clean({})),
      fallback: "Failed to clean obtained date",
    },
    deleteCustomersAndJobs: {
      name: "Customers and jobs",
      run: async () =>
        customersAndJobsDeletedMessage(await deleteCustomersAndJobs({})),
      fallback: "Failed to delete customers/jobs",
    },
    deleteInventory: {
      name: "Inventory",
      run: async () => inventoryDeletedMessage(await deleteInventory({})),
      fallback: "Failed to delete inventory",
    },
    deleteAllData: {
      name: "All data",
      run: async () => allDeletedMessage(await deleteAllData({})),
      fallback: "Failed to delete",
    },
    restore: useRestoreConfig(lastRun),
  };
}

function useSeedConfig(): ActionConfig {
  const seed = useMutation(api.inventorySeed.seedDefaults);
  const name = "Fake inventory";
  return {
    name,
    run: async () => {
      const id = randomUuid();
      const seeded = await seed({ intentId: id });
      recordUndoable({ id, name });
      return seededMessage(seeded);
    },
    fallback: "Failed to seed inventory",
  };
}

/** Undoes the last run of this screen as a whole. */
function useRestoreConfig(
  lastRun: { readonly id: Id<"changes"> } | null,
): ActionConfig {
  const undoRun = useAction(api.changes.undoRun);
  return {
    name: "Deleted records",
    run: async () =>
      restoredMessage(
        lastRun === null
          ? { rowsRestored: 0, changesUndone: 0 }
          : await undoRun({ id: lastRun.id }),
      ),
    fallback: "Failed to restore",
  };
}

function deviceTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}
