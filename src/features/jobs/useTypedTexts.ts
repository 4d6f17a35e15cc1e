import { useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { UNREADABLE } from "@/components/ui/fieldControl";
import { useDeviceStore } from "@/lib/device/DeviceStoreProvider";
import {
  decidedTexts,
  foundTexts,
  removeTexts,
  TypedTextWriter,
  type FieldText,
  type FieldTexts,
  type SavedText,
  type TypedText,
} from "@/lib/device/TypedTexts";
import { openText, usePendingWork } from "@/lib/pendingWork";
import { useSharedValue } from "@/lib/SharedValue";
import { changedFields, type DraftState } from "./fieldDrafts";
import { isKind, sameValue, type Customer, type Job } from "./jobForm";
import {
  CUSTOMER_FIELDS,
  type JobFieldName,
  type JobFormValues,
} from "./jobFormFields";
import { jobSubject } from "./jobSubject";
import type { FormEvent } from "./useFieldSaves";

interface TypedTextsForm {
  readonly job: Job;
  /** Null while loading too. */
  readonly customer: Customer | null;
  readonly live: JobFormValues;
  readonly state: DraftState<JobFormValues>;
  readonly dispatch: (event: FormEvent) => void;
}

/** A text that an earlier form left: it is in no field until the person says so. */
interface FoundText {
  readonly row: TypedText;
  readonly name: JobFieldName;
}

export interface FoundTexts {
  readonly texts: readonly FoundText[];
  /** Puts the text into its field, unsaved. */
  readonly use: (text: FoundText) => void;
  readonly discard: (text: FoundText) => void;
}

interface TypedTextsControl {
  readonly found: FoundTexts;
  /** `put` saves the text, and removes the rows whose keys it gets. The form may close meanwhile. */
  readonly save: <T extends SavedText>(
    name: JobFieldName,
    text: FieldText,
    put: (saves: readonly string[]) => Promise<T>,
  ) => Promise<T>;
  /** Drops every unsaved text of this form. */
  readonly discard: () => void;
}

/**
 * Keeps the unsaved texts of an existing job on the device as they are typed,
 * and offers those that an earlier form left.
 */
export function useTypedTexts({
  job,
  customer,
  live,
  state,
  dispatch,
}: TypedTextsForm): TypedTextsControl {
  const { store } = useDeviceStore();
  const writer = useRef<TypedTextWriter | null>(null);
  const texts = useMemo(() => textsOf(state), [state]);
  const isChanged = changedFields(state, sameValue).length > 0;
  usePendingWork(openText(isChanged, store !== null));

  const subject = jobSubject(job);
  const open = useEffectEvent(
    () => store && new TypedTextWriter(store, subject),
  );
  useEffect(() => {
    const opened = open();
    writer.current = opened;
    return () => {
      writer.current = null;
      opened?.stop();
    };
  }, [store, subject.key]);
  useEffect(() => writer.current?.show(texts), [texts]);

  const { found, discard } = useFoundTexts(subject.key, live, customer);
  return {
    found: {
      texts: found,
      use: ({ row, name }) => {
        writer.current?.takeOver(row);
        const { value, base } = row;
        dispatch({ type: "restored", name, value, base } as FormEvent);
      },
      discard: ({ row }) => discard([row]),
    },
    save: (name, text, put) => writer.current?.save(name, text, put) ?? put([]),
    discard: () => writer.current?.discard(),
  };
}

/** What earlier forms of a job left. Removes what the job has by now. */
function useFoundTexts(
  subject: string,
  live: JobFormValues,
  customer: Customer | null,
) {
  const { store } = useDeviceStore();
  const decided = useSharedValue(decidedTexts);
  const [rows, setRows] = useState<readonly TypedText[]>([]);
  useEffect(() => {
    if (store === null) return;
    let isCurrent = true;
    // A store that fails says so where something is written.
    foundTexts(store, subject).then(
      (found) => isCurrent && setRows(found),
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [store, subject]);

  const { texts: found, settled } = useMemo(() => {
    const open = rows.filter(({ key }) => !decided.has(key));
    return foundIn(open, live, customer);
  }, [rows, decided, live, customer]);
  const discard = (texts: readonly TypedText[]) => {
    if (store === null || texts.length === 0) return;
    // What cannot be removed is offered again.
    removeTexts(store, texts).catch(() => undefined);
  };
  const discardSettled = useEffectEvent(() => discard(settled));
  useEffect(() => discardSettled(), [settled]);
  return { found, discard };
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

/**
 * The texts to offer, the newest of each field, and those that the job has by
 * now. A row of another release may be of another kind, or of a field that is
 * gone: it is offered where the form is not open.
 */
function foundIn(
  rows: readonly TypedText[],
  live: JobFormValues,
  customer: Customer | null,
) {
  const known = rows.flatMap((row) => {
    const isKnown = [row.value, row.base].every((each) =>
      isKind(row.field, each),
    );
    return isKnown ? [{ row, name: row.field as JobFieldName }] : [];
  });
  const settled = known.filter(
    ({ row, name }) =>
      sameValue(name, live[name], row.value as never) &&
      // The values of a customer who is not loaded are not known.
      (customer !== null || !(name in CUSTOMER_FIELDS)),
  );
  const open = known.filter((text) => !settled.includes(text));
  const texts = open.filter(
    ({ name }, at) => open.findIndex((text) => text.name === name) === at,
  );
  return { texts, settled: settled.map(({ row }) => row) };
}
