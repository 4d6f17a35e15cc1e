import { useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { UNREADABLE } from "@/components/ui/fieldControl";
import { useDeviceStore } from "@/lib/device/DeviceStoreProvider";
import { TypedTextWriter, type FieldTexts } from "@/lib/device/TypedTexts";
import { openText, usePendingWork } from "@/lib/pendingWork";
import { changedFields, type DraftState } from "./fieldDrafts";
import { sameValue, type Job } from "./jobForm";
import type { JobFieldName, JobFormValues } from "./jobFormFields";
import type { FormEvent } from "./useFieldSaves";

interface TypedTextsForm {
  readonly job: Job;
  readonly live: JobFormValues;
  readonly state: DraftState<JobFormValues>;
  readonly dispatch: (event: FormEvent) => void;
}

/**
 * Keeps the unsaved texts of an existing job on the device as they are typed,
 * and shows those that an earlier page left.
 */
export function useTypedTexts({ job, live, state, dispatch }: TypedTextsForm) {
  const { store } = useDeviceStore();
  const opened = useRef<TypedTextWriter | null>(null);
  /** Null until its texts are in the form. */
  const [writer, setWriter] = useState<TypedTextWriter | null>(null);
  const texts = useMemo(() => textsOf(state), [state]);
  const isChanged = changedFields(state, sameValue).length > 0;
  usePendingWork(openText(isChanged, writer !== null));

  const key = job.clientKey ?? job._id;
  const open = useEffectEvent(
    () => store && new TypedTextWriter(store, { key, label: job.job_address }),
  );
  const showFound = useEffectEvent((found: FieldTexts) => {
    for (const event of restoredEvents(live, found)) dispatch(event);
  });
  useEffect(() => {
    const next = open();
    opened.current = next;
    const show = (found: FieldTexts) => {
      if (opened.current !== next) return;
      showFound(found);
      setWriter(next);
    };
    // A store that fails says so where something is written.
    next?.restore().then(show, () => show({}));
    return () => {
      opened.current = null;
      setWriter(null);
      next?.stop();
    };
  }, [store, key]);
  useEffect(() => writer?.show(texts), [writer, texts]);

  return {
    forget: (name: JobFieldName) => opened.current?.forget(name),
    discard: () => opened.current?.discard(),
  };
}

/** Text that the browser cannot read, such as half a date, is not known here. */
function textsOf(state: DraftState<JobFormValues>): FieldTexts {
  const texts = changedFields(state, sameValue).flatMap((name) => {
    const draft = state.drafts[name];
    if (draft === undefined || draft.value === UNREADABLE) return [];
    return [[name, { value: draft.value, base: draft.base }] as const];
  });
  return Object.fromEntries(texts) as FieldTexts;
}

/** Texts of a form of another release may be of another kind, or of a field that is gone. */
function restoredEvents(live: JobFormValues, found: FieldTexts): FormEvent[] {
  return Object.entries(found).flatMap(([field, { value, base }]) => {
    const name = field as JobFieldName;
    const isKnown =
      name in live && [value, base].every((each) => isLike(live[name], each));
    return isKnown
      ? [{ type: "restored", name, live: live[name], value, base } as FormEvent]
      : [];
  });
}

function isLike(a: unknown, b: unknown): boolean {
  return typeof a === typeof b && Array.isArray(a) === Array.isArray(b);
}
