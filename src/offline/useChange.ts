import type { FunctionArgs } from "convex/server";
import { convexToJson, type JSONValue } from "convex/values";
import { useState } from "react";
import type { OutboxChange, Outcome } from "convex-outbox";
import type { api } from "@convex/_generated/api";
import type { ChangeCall } from "@domain/changes/change";
import { randomUuid } from "@/lib/randomUuid";
import { useSave, type SaveOptions, type SaveOutcome } from "./useSave";
import { orThrow, withinLimit } from "@/offline/outbox/response";
import { watchResponse } from "@/offline/outbox/watchedChanges";
import { undoableOf, useOutbox, type OutboxControl } from "./useOutbox";

type FunctionOf<Call extends ChangeCall> =
  Call extends `${infer Module extends "jobs" | "customers" | "inventory" | "messages"}:${infer Name}`
    ? (typeof api)[Module][Name & keyof (typeof api)[Module]]
    : never;

type NewChange<Call extends ChangeCall> = Omit<
  OutboxChange,
  "id" | "at" | "call" | "args"
> & {
  readonly call: Call;
  readonly args: FunctionArgs<FunctionOf<Call>>;
};

/** Gives a change its id and its time. */
export function newChange<Call extends ChangeCall>(
  change: NewChange<Call>,
): OutboxChange {
  const args = convexToJson(change.args) as Record<string, JSONValue>;
  return { ...change, id: randomUuid(), args, at: Date.now() };
}

interface Options extends Pick<
  SaveOptions<unknown>,
  "name" | "failed" | "shows" | "open"
> {
  /** Title of the toast after the server's answer; null for none. */
  readonly saved?: string | null;
  /** Hands the change to the outbox, for a change that also saves typed texts. */
  readonly put?: OutboxControl["put"];
}

interface MadeChange {
  /** See OutboxClient. */
  readonly isStored: Promise<boolean>;
  /** The server's response, or another outcome of the change. */
  readonly response: Promise<SaveOutcome<Outcome>>;
}

/** Makes the changes of a screen through the outbox, and shows one toast for the outcome of each, with Undo. */
export function useChange() {
  const { put, discard } = useOutbox();
  const { save } = useSave();
  const [submitting, setSubmitting] = useState(0);

  /** The screens show the change when this returns. */
  const make = (
    change: OutboxChange,
    { saved = "Saved", put: putOther = put, ...options }: Options,
  ): MadeChange => {
    const { isStored, outcome } = putOther(change);
    const response = save(() => outcome.then(orThrow), {
      ...options,
      saved: ({ kind }) => (kind === "saved" ? saved : null),
      isKept: true,
      undo: undoableOf(change),
    });
    return { isStored, response };
  };

  const submitOnce = async (change: OutboxChange, options: Options) => {
    let isWatched = true;
    const endWatch = watchResponse(change.id);
    const { response } = make(change, {
      ...options,
      shows: (error) => isWatched && options.shows?.(error) === true,
    });
    const answered = await withinLimit(response);
    isWatched = false;
    endWatch();
    if (answered?.ok === false) await discard(change.id);
    return answered ?? { ok: true as const };
  };

  return {
    make,
    isSubmitting: submitting > 0,
    /**
     * Makes the change of a form. Resolves after the server's response, or after 2 s without one. A refusal that the
     * form can still show does not stay in the outbox.
     */
    submit: async (change: OutboxChange, options: Options) => {
      setSubmitting((count) => count + 1);
      try {
        return await submitOnce(change, options);
      } finally {
        setSubmitting((count) => count - 1);
      }
    },
  };
}
