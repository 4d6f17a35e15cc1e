import { useEffect, useRef, useState } from "react";
import { useDeviceStore } from "@/offline/device/DeviceStoreProvider";
import { DeviceStoreError } from "@/offline/device/deviceStoreErrors";
import { DraftWriter, type DraftState } from "./DraftWriter";
import {
  isFilled,
  newDraft,
  readDrafts,
  type NewJobDraft,
} from "./newJobDraft";
import { useHasPhotos } from "./photos/usePhotos";

/** Further drafts are offered once these are saved or discarded. */
const MAX_OFFERED = 3;

/** The draft of a new job, kept on this device until it is saved or discarded. */
export function useNewJobDraft() {
  const { store, problem: storeProblem } = useDeviceStore();
  const [draft, setDraft] = useState(newDraft);
  const [stored, setStored] = useState<readonly NewJobDraft[]>([]);
  const [state, setState] = useState<DraftState>({
    isStored: false,
    problem: null,
  });
  const hasPhotos = useHasPhotos(draft.id);
  const filled = isFilled(draft.values) || hasPhotos;
  const writer = useRef<DraftWriter | null>(null);

  useEffect(() => {
    if (store === null) return;
    readDrafts(store).then(setStored, (error: unknown) => {
      // The store shows its own problem; without it there are no drafts to offer.
      if (!(error instanceof DeviceStoreError)) reportError(error);
    });
  }, [store]);

  const known = stored.find(({ id }) => id === draft.id) ?? null;
  useEffect(() => {
    if (store === null) return;
    const place = { id: draft.id, draft: known };
    const opened = new DraftWriter(store, place, setState);
    writer.current = opened;
    return () => {
      writer.current = null;
      opened.stop();
    };
  }, [store, draft.id, known]);

  useEffect(
    () => writer.current?.show(filled ? draft : null),
    [store, draft, filled, known],
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
