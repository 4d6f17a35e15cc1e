import { useEffect, useRef, useState } from "react";
import { useDeviceStore } from "@/offline/device/DeviceStoreProvider";
import type { DeviceStore } from "@/offline/device/deviceStore";
import { DeviceStoreError } from "@/offline/device/deviceStoreErrors";
import { DraftWriter, type DraftState } from "./DraftWriter";
import {
  isFilled,
  newDraft,
  readDrafts,
  type NewJobDraft,
} from "./newJobDraft";
import type { NewJobStart } from "./requestedStart";
import { useHasPhotos } from "./photos/usePhotos";

/** Further drafts are offered once these are saved or discarded. */
const MAX_OFFERED = 3;

/** The draft of a new job, kept on this device until it is saved or discarded. */
export function useNewJobDraft(start?: NewJobStart) {
  const { store, problem: storeProblem } = useDeviceStore();
  const [draft, setDraft] = useState(() => newDraft(start));
  const stored = useStoredDrafts(store);
  const hasPhotos = useHasPhotos(draft.id);
  const isGiven = draft.id === start?.id && !start.isTyped;
  const began = isGiven ? start?.values : undefined;
  const filled = isFilled(draft.values, began) || hasPhotos;
  const known = stored.find(({ id }) => id === draft.id) ?? null;
  const { writer, state } = useDraftWriter(store, draft.id, known);

  useEffect(
    () => writer.current?.show(filled ? draft : null),
    [writer, store, draft, filled, known],
  );

  return {
    draft,
    change: (next: (before: NewJobDraft) => Partial<NewJobDraft>) =>
      setDraft((before) => ({ ...before, ...next(before) })),
    isFilled: filled,
    isStored: store !== null && (state.isStored || draft === known),
    canKeep: store !== null && state.problem === null,
    problem: filled ? (state.problem ?? storeProblem) : null,
    /** Other drafts, which the person can resume instead. */
    offered: filled ? [] : stored.slice(0, MAX_OFFERED),
    resume: setDraft,
    storage: {
      save: async () => await writer.current?.save(),
      unsave: async () => await writer.current?.unsave(),
      remove: async () => await writer.current?.remove(),
    },
  };
}

/** The drafts that this device had when the dialog was opened. */
function useStoredDrafts(store: DeviceStore | null): readonly NewJobDraft[] {
  const [stored, setStored] = useState<readonly NewJobDraft[]>([]);
  useEffect(() => {
    if (store === null) return;
    readDrafts(store).then(setStored, (error: unknown) => {
      // The store shows its own problem; without it there are no drafts to offer.
      if (!(error instanceof DeviceStoreError)) reportError(error);
    });
  }, [store]);
  return stored;
}

/** Writes the draft with the id, which the device has as `known`. */
function useDraftWriter(
  store: DeviceStore | null,
  id: string,
  known: NewJobDraft | null,
) {
  const writer = useRef<DraftWriter | null>(null);
  const [state, setState] = useState<DraftState>({
    isStored: false,
    problem: null,
  });
  useEffect(() => {
    if (store === null) return;
    const opened = new DraftWriter(store, { id, draft: known }, setState);
    writer.current = opened;
    return () => {
      writer.current = null;
      opened.stop();
    };
  }, [store, id, known]);
  return { writer, state };
}
