import { useCallback } from "react";
import type { OutboxChange, OutboxClient } from "convex-outbox";
import { useOutboxState, type OutboxState } from "convex-outbox/react";
import type { ChangeCall } from "@domain/changes/all";
import type { JobKey } from "@domain/changes/subjects";
import { DeviceStoreError } from "@/offline/device/deviceStoreErrors";
import {
  NoStoreError,
  showStoreProblem,
  showStoreProblemOnce,
} from "@/offline/device/storeProblem";
import { recordUndoable, type Undoable } from "@/offline/outbox/undoable";
import { beginPendingWork } from "@/lib/pendingWork";
import { useIsPageKept, useOpenOutbox } from "./OutboxProvider";

const nothingSaved = () => false;
const NOTED: ChangeCall = "messages:noteOpened";
const noEpoch = () => "";

export interface OutboxControl extends OutboxState {
  /** The data epoch of the server, as far as this device knows it. */
  readonly epoch: () => string;
  /** Whether this page has saved a change of the job with this id or client key. */
  readonly hasSaved: (key: JobKey) => boolean;
  /** Makes a change, which the screens show at once. `saves` are the keys of typed texts that it replaces. */
  readonly put: OutboxClient["put"];
  readonly retry: (id: string) => Promise<void>;
  /** Resolves to false for a change that the server may have by now. */
  readonly discard: (id: string) => Promise<boolean>;
  /** Sends all `questions`. */
  readonly sendAfterRestore: () => Promise<void>;
}

/** The changes of the signed-in person that the server has not answered. */
export function useOutbox(): OutboxControl {
  const client = useOpenOutbox()?.client ?? null;
  return {
    ...useOutboxState(client),
    epoch: client?.epoch ?? noEpoch,
    hasSaved: client?.hasSaved ?? nothingSaved,
    put: usePut(client),
    retry: useCallback(async (id: string) => await client?.retry(id), [client]),
    discard: useCallback(async (id: string) => (await client?.discard(id)) ?? false, [client]),
    sendAfterRestore: useCallback(async () => await client?.sendAfterRestore(), [client]),
  };
}

function usePut(client: OutboxClient | null): OutboxControl["put"] {
  const isKept = useIsPageKept();
  return useCallback(
    (change, saves = []) => {
      if (client === null) throw new Error("Nobody is signed in.");
      // A note that a message was opened cannot be undone.
      if (change.call !== NOTED) recordUndoable(undoableOf(change));
      const made = client.put(change, saves);
      // A sign-out in another tab may remove the store, so this page counts the change as unsaved until it is sent.
      if (isKept) void made.outcome.finally(beginPendingWork("unsaved"));
      void made.isStored.then((isStored) => {
        if (!isStored) showNotStored(client.storeError());
      });
      return made;
    },
    [client, isKept],
  );
}

/** `error` is the store's error, or null if the store only takes long, which the change's sync status shows. */
function showNotStored(error: unknown): void {
  if (error instanceof DeviceStoreError) showStoreProblem(error.message);
  else if (error instanceof NoStoreError) showStoreProblemOnce(error.message);
  else if (error !== null) reportError(error);
}

/** The entry for Undo. Its name includes the customer or subject, because a toast is not shown beside its job. */
export function undoableOf(change: OutboxChange): Undoable {
  const { id, subject, label } = change;
  return { id, name: `${subject.customer ?? subject.label}: ${label}`, change };
}
