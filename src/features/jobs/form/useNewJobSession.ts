import { useEffect, useLayoutEffect, useState, useSyncExternalStore } from "react";
import { openText, usePendingWork } from "@/lib/pendingWork";
import { useDeviceStore } from "@/offline/device/DeviceStoreProvider";
import type { DeviceStore } from "@/offline/device/deviceStore";
import { DeviceStoreError } from "@/offline/device/deviceStoreErrors";
import { EMPTY_JOB_FORM } from "@/job/jobFormFields";
import type { JobFormControl } from "@/job/JobFormContext";
import { newDraft, readDrafts, type NewJobDraft } from "@/job/newJobDraft";
import { useHasPhotos } from "@/job/photos/usePhotos";
import type { NewJobStart } from "@/job/requestedStart";
import { useCreateJob } from "@/job/useCreateJob";
import { NewJobSession } from "./NewJobSession";
import { newJobView } from "./newJobView";

/** Drafts offered at once; further ones follow when these are saved or discarded. */
const MAX_OFFERED = 3;

/** The session of a new job, or of one that was begun before and is resumed. */
export function useNewJobSession(start?: NewJobStart) {
  const { store, problem } = useDeviceStore();
  const create = useCreateJob();
  const [{ session, isKept }, setOpen] = useState(() => {
    const began = start && !start.isTyped ? start.values : EMPTY_JOB_FORM;
    const parts = { create, hasPhotos: false };
    const opened = new NewJobSession(newDraft(start), began, parts);
    return { session: opened, isKept: false };
  });
  const state = useSyncExternalStore(session.subscribe, session.state);
  const parts = { create, hasPhotos: useHasPhotos(state.id) };
  useLayoutEffect(() => session.follow(parts));
  useEffect(
    () => (store === null ? undefined : session.keepIn(store, isKept)),
    [session, store, isKept],
  );

  const { values, notes, faults, isFilled } = newJobView(state, parts);
  usePendingWork(openText(isFilled, store !== null));
  const stored = useStoredDrafts(store);
  const form: JobFormControl = {
    ...{ jobId: null, values, notes, isLocked: state.isSaving },
    focus: session.focus,
    type: session.type,
    leave: session.leave,
    choose: session.choose,
  };
  return {
    session,
    form,
    state,
    isFilled,
    canSave: Object.keys(faults).length === 0,
    /** Whether this device has stored the draft, or is about to. */
    canKeep: store !== null && state.problem === null,
    problem: isFilled ? (state.problem ?? problem) : null,
    /** Other drafts, which the person can resume instead. */
    offered: isFilled ? [] : stored.slice(0, MAX_OFFERED),
    resume: (draft: NewJobDraft) => {
      const opened = new NewJobSession(draft, EMPTY_JOB_FORM, parts);
      setOpen({ session: opened, isKept: true });
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
