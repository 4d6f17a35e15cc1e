import type { ConvexReactClient } from "convex/react";
import type { JSONValue } from "convex/values";
import {
  isUnknownToServer,
  type OutboxChange,
  type OutboxClient,
  type OutboxItem,
} from "convex-outbox";
import { api } from "@convex/_generated/api";
import { argsOf, rowIn, valueOf } from "@/offline/outbox/fieldValues";
import type { PhotoClient } from "@/offline/photos/PhotoClient";
import { randomUuid } from "@/lib/randomUuid";
import type { AppError } from "@/lib/appErrors";
import type { Undoable } from "@/offline/outbox/undoable";

/** The device and the server, either of which may have the change. */
export interface UndoTargets {
  readonly convex: ConvexReactClient;
  /** Null while nobody is signed in. */
  readonly outbox: OutboxClient | null;
  readonly photos: PhotoClient;
}

type WithOutbox = UndoTargets & { readonly outbox: OutboxClient };

/** The way to undo a change. */
export interface Undo {
  readonly needsServer: boolean;
  /** Resolves to false if there is nothing to undo. */
  readonly run: () => Promise<boolean>;
}

/**
 * A change that the server cannot have is undone on the device: by a change back to its base, or by deleting its row.
 * Any other change is undone on the server, once it has answered, unless somebody has changed the same field since.
 */
export function undoOf(entry: Undoable, targets: UndoTargets): Undo {
  if (entry.isBatch === true) return undoOfPhotos(entry, targets);
  const { outbox } = targets;
  const items = outbox?.items() ?? [];
  const { change } = entry;
  const waiting = items.find(({ id }) => id === entry.id);
  if (outbox !== null && change !== undefined) {
    const inverse = inverseOf(change);
    if (inverse !== null && (waiting || hasUnsent(items, change)))
      return onDevice(() => {
        outbox.put(inverse);
        return Promise.resolve(true);
      });
    if (waiting) return onDevice(() => discardOrUndo(waiting, entry, { ...targets, outbox }));
  }
  return { needsServer: true, run: () => undoOnServer(entry, targets) };
}

function onDevice(run: Undo["run"]): Undo {
  return { needsServer: false, run };
}

async function discardOrUndo(
  { id, creates }: OutboxItem,
  entry: Undoable,
  targets: WithOutbox,
): Promise<boolean> {
  // The typed job would be lost: nothing could restore it.
  if (creates !== undefined) throw refusal("CONFLICT", DELETE_INSTEAD);
  const { outbox } = targets;
  if (await outbox.discard(id)) return true;
  if (!(await isAnswered(outbox, id))) throw refusal("CONNECTION_LOST", BEING_SENT);
  return (await outbox.discard(id)) || (await undoOnServer(entry, targets));
}

/**
 * The server undoes the photos that it has first: if it refuses, the others stay too. The others are then discarded,
 * and a photo that is being sent is undone once the server has answered.
 */
function undoOfPhotos(entry: Undoable, targets: UndoTargets): Undo {
  const { subscribe, batches } = targets.photos;
  const { id } = entry;
  const needsServer = !batches.isUnsent(id);
  const run = async () => {
    const hadOthers =
      needsServer && batches.photosOf(id).some(({ syncStatus }) => syncStatus !== "Refused");
    const isUndone = needsServer && (await undoOnServer(entry, targets));
    const isBeingSent = batches.photosOf(id).some(({ discard }) => discard === null);
    const isDiscarded = await batches.discard(id);
    // Photos that were being sent may have arrived after the server had undone the others.
    if (!hadOthers && !isBeingSent) return isUndone || isDiscarded;
    const isAnswered = await happens(subscribe, () =>
      batches.photosOf(id).every(({ discard }) => discard !== null),
    );
    if (!isAnswered) throw refusal("CONNECTION_LOST", BEING_SENT);
    await batches.discard(id);
    await undoOnServer(entry, targets);
    return true;
  };
  return { needsServer, run };
}

/** Resolves to true once the server has taken or refused the change, and to false if it does not answer. */
async function isAnswered(outbox: OutboxClient, id: string): Promise<boolean> {
  return await happens(outbox.subscribe, () => {
    const item = outbox.items().find((each) => each.id === id);
    return item === undefined || item.state.kind === "refused";
  });
}

/** How long an undo waits for the server's response to a change that is being sent, in ms. */
const RESPONSE_LIMIT_MS = 10_000;

/** Resolves to true as soon as the condition is met, and to false after the limit. */
function happens(
  subscribe: (listener: () => void) => () => void,
  isSo: () => boolean,
): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (isInTime: boolean) => {
      clearTimeout(timer);
      unsubscribe();
      resolve(isInTime);
    };
    const look = () => {
      if (isSo()) end(true);
    };
    const timer = setTimeout(() => end(false), RESPONSE_LIMIT_MS);
    const unsubscribe = subscribe(look);
    look();
  });
}

const DELETE_INSTEAD = "This job is not sent yet. Open it to delete it.";
const BEING_SENT = "This is being sent. Undo it when the server has answered.";

function refusal(code: AppError["code"], message: string): AppError {
  return { code, message };
}

async function undoOnServer({ id, runId }: Undoable, { convex }: UndoTargets): Promise<boolean> {
  if (runId === undefined)
    return await convex.mutation(api.changes.undoIntent, {
      undoneIntent: id,
      intentId: randomUuid(),
    });
  await convex.action(api.changes.undoRun, { id: runId });
  return true;
}

/** The change of the same field back to its base, which may lead a job backwards; null without a base. */
function inverseOf(change: OutboxChange): OutboxChange | null {
  const { shows: _shows, isConditional: _isConditional, ...again } = change;
  const { base, id: _id, isForward: _isForward, ...values } = change.args;
  if (typeof base !== "object" || base === null || Array.isArray(base)) return null;
  // A change without a field is never replaced by a later one, so it is undone as a whole.
  if (change.field === null) return null;
  const seen = base as Readonly<Record<string, JSONValue>>;
  const written = Object.keys(seen).map((field) => [field, valueOf(values, field)] as const);
  return {
    ...again,
    id: randomUuid(),
    at: Date.now(),
    args: {
      ...values,
      ...argsOf(values, seen),
      ...rowIn(change.args, change.subject.key),
      base: Object.fromEntries(written),
    },
  };
}

/** Whether a change of the field, or the creation of its job, was never sent. */
function hasUnsent(items: readonly OutboxItem[], { subject, field, call }: OutboxChange): boolean {
  return items.some(
    (item) =>
      isUnknownToServer(item) &&
      (item.creates === subject.key ||
        (item.subject.key === subject.key && item.field === field && item.call === call)),
  );
}
