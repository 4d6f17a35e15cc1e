import type { OutboxChange } from "convex-outbox";
import type { Id } from "@convex/_generated/dataModel";

/** An action of the person that can be undone, by the intent id of its call. */
export interface Undoable {
  readonly id: string;
  /** Shown to the person, such as "612 Oak Street: Price". */
  readonly name: string;
  /** The change as it was put into the outbox. */
  readonly change?: OutboxChange;
  /** True for photos that were chosen together: `id` is their batch. */
  readonly isBatch?: boolean;
  /** The entry in the history of a run of many changes, which is undone as a whole. */
  readonly runId?: Id<"changes">;
}

type Undo = (entry: Undoable) => void;

/** The number of actions that can be undone; older ones are in the history. */
const MAX_ENTRIES = 100;

/** How long a toast with Undo stays, in ms. */
export const UNDO_TOAST_MS = 8000;

let entries: readonly Undoable[] = [];
let undo: Undo | null = null;
/** Requests made before the code that undoes was loaded. */
let requested: readonly Undoable[] = [];

/** The changes of this tab, the last one last. A reload forgets them; the history does not. */
export function recordUndoable(entry: Undoable): void {
  entries = [...entries, entry].slice(-MAX_ENTRIES);
}

/** Removes an undone change, so that Ctrl+Z does not undo it again. */
export function forgetUndoable(id: string): void {
  entries = entries.filter((entry) => entry.id !== id);
}

export function lastUndoable(): Undoable | undefined {
  return entries.at(-1);
}

/** The options of the toast that reports the change. */
export function undoToast(entry: Undoable) {
  return {
    id: toastIdOf(entry),
    duration: UNDO_TOAST_MS,
    action: { label: "Undo", onClick: () => requestUndo(entry) },
  };
}

export function toastIdOf({ id }: Pick<Undoable, "id">): string {
  return `undo-${id}`;
}

/** Called with null when nobody is signed in: the person's actions are then forgotten. */
export function provideUndo(provided: Undo | null): void {
  undo = provided;
  if (provided === null) {
    entries = [];
    requested = [];
    return;
  }
  const missed = requested;
  requested = [];
  for (const entry of missed) provided(entry);
}

export function requestUndo(entry: Undoable): void {
  if (undo === null) requested = [...requested, entry];
  else undo(entry);
}
