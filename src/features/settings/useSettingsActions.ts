import { api } from "@convex/_generated/api";
import { useAction, useMutation } from "convex/react";
import { useState } from "react";
import { useSave } from "@/lib/useSave";
import {
  allDeletedMessage,
  cleanedMessage,
  customersAndJobsDeletedMessage,
  dedupedMessage,
  failureMessage,
  generatedMessage,
  inventoryDeletedMessage,
  seededMessage,
} from "./settingsMessages";

export const FAKE_DATA = { customers: 50, jobsPerCustomer: 2 } as const;

export type SettingsAction =
  | "generate"
  | "seed"
  | "dedupe"
  | "removeObtainedDate"
  | "deleteCustomersAndJobs"
  | "deleteInventory"
  | "deleteAllData";

export interface Outcome {
  readonly isError: boolean;
  readonly message: string;
}

interface Plan {
  readonly name: string;
  /** Does it and answers what to say of it. */
  readonly run: () => Promise<string>;
  readonly fallback: string;
}

/** The actions of Settings, one at a time, and how the last one ended. */
export function useSettingsActions() {
  const [running, setRunning] = useState<SettingsAction | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const { save } = useSave();
  const plans = usePlans();

  const run = async (action: SettingsAction) => {
    if (running !== null) return;
    setRunning(action);
    setOutcome(null);
    const { name, run: act, fallback } = plans[action];
    // The line under the cards says how it ended, so no toast does.
    const ended = await save(act, { name, saved: null, shows: () => true });
    setRunning(null);
    setOutcome({
      isError: !ended.ok,
      message: ended.ok ? ended.value : failureMessage(ended.error, fallback),
    });
  };

  return { run, running, outcome };
}

function usePlans(): Readonly<Record<SettingsAction, Plan>> {
  const generate = useAction(api.seed.generateFakeData);
  const seed = useMutation(api.inventorySeed.seedDefaults);
  const dedupe = useAction(api.customers.dedupeForUser);
  const clean = useAction(api.customers.removeObsoleteObtainedDateField);
  const deleteCustomersAndJobs = useAction(api.seed.deleteCustomersAndJobs);
  const deleteInventory = useAction(api.seed.deleteInventory);
  const deleteAllData = useAction(api.seed.deleteAllData);

  return {
    generate: {
      name: "Fake customers and jobs",
      run: async () => generatedMessage(await generate(FAKE_DATA)),
      fallback: "Failed to generate",
    },
    seed: {
      name: "Fake inventory",
      run: async () => seededMessage(await seed({})),
      fallback: "Failed to seed inventory",
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
  };
}
