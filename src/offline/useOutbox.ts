import { useConvex } from "convex/react";
import { makeFunctionReference } from "convex/server";
import { jsonToConvex, type Value } from "convex/values";
import { useCallback } from "react";
import type { OutboxChange, OutboxClient, Outcome } from "convex-outbox";
import { useOutboxState, type OutboxState } from "convex-outbox/react";
import type { ChangeCall } from "@domain/changes/change";
import {
  showStoreProblem,
  showStoreProblemOnce,
} from "@/offline/device/storeProblem";
import { useDeviceStore } from "@/offline/device/DeviceStoreProvider";
import { recordUndoable, type Undoable } from "@/offline/outbox/undoable";
import { useOpenOutbox } from "./OutboxProvider";

const nothingSaved = () => false;
const NOTED: ChangeCall = "messages:noteOpened";
const noEpoch = () => "";

interface Put {
  /** Whether the device keeps the change until the server has answered. */
  readonly isKept: boolean;
  /** If the device does not keep the change, rejects as the call does. */
  readonly outcome: Promise<Outcome>;
}

export interface OutboxControl extends OutboxState {
  /** The data epoch of the server, as far as this device knows it. */
  readonly epoch: () => string;
  /** Whether this page has saved a change of the job with this id or client key. */
  readonly hasSaved: (subjectKey: string) => boolean;
  /**
   * Resolves when the device has stored the change, or has sent it without storing it. A stored change removes the
   * typed texts that it saves, by their keys.
   */
  readonly put: (
    change: OutboxChange,
    saves?: readonly string[],
  ) => Promise<Put>;
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
    discard: useCallback(
      async (id: string) => (await client?.discard(id)) ?? false,
      [client],
    ),
    sendAfterRestore: useCallback(
      async () => await client?.sendAfterRestore(),
      [client],
    ),
  };
}

function usePut(client: OutboxClient | null): OutboxControl["put"] {
  const convex = useConvex();
  const { problem } = useDeviceStore();
  return useCallback(
    async (change, saves = []) => {
      // That a message was opened stays true.
      if (change.call !== NOTED) recordUndoable(undoableOf(change));
      const sendDirectly = () => ({
        isKept: false,
        outcome: callDirectly(convex, change),
      });
      if (client === null) {
        if (problem !== null) showStoreProblemOnce(problem);
        return sendDirectly();
      }
      try {
        return { isKept: true, ...(await client.put(change, saves)) };
      } catch (error) {
        // The store is full or broken: the change lasts as long as the page.
        showStoreProblem(messageOf(error));
        return sendDirectly();
      }
    },
    [client, convex, problem],
  );
}

/** Named after the customer or other subject too: the toast of an undo has no job around it. */
export function undoableOf(change: OutboxChange): Undoable {
  const { id, subject, label } = change;
  return { id, name: `${subject.customer ?? subject.label}: ${label}`, change };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

async function callDirectly(
  convex: ReturnType<typeof useConvex>,
  { call, args: { base: _base, ...args }, id }: OutboxChange,
): Promise<Outcome> {
  const value: unknown = await convex.mutation(
    makeFunctionReference<"mutation">(call),
    { ...(jsonToConvex(args) as Record<string, Value>), intentId: id },
  );
  return { kind: "saved", value };
}
