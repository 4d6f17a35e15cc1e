import { useEffect, useEffectEvent, useMemo, useRef } from "react";
import type { OutboxItem } from "convex-outbox";
import { UNREADABLE } from "@/components/ui/fieldControl";
import type { DeviceStore } from "@/offline/device/deviceStore";
import { useDeviceStore } from "@/offline/device/DeviceStoreProvider";
import { useFoundTexts } from "@/offline/texts/useFoundTexts";
import {
  TypedTextWriter,
  type FieldText,
  type FieldTexts,
  type SavedText,
  type TypedText,
} from "@/offline/texts/TypedTexts";
import { openText, usePendingWork } from "@/lib/pendingWork";
import { changedFields, type DraftState } from "./fieldDrafts";
import type { EditedRows } from "./editedRows";
import { isKind, sameValue } from "./jobForm";
import {
  CUSTOMER_FIELDS,
  type JobFieldName,
  type JobFormValues,
} from "./jobFormFields";
import type { FormEvent } from "./useFieldSaves";

interface TypedTextsForm {
  readonly rows: EditedRows;
  readonly state: DraftState<JobFormValues>;
  readonly dispatch: (event: FormEvent) => void;
}

/** A text that an earlier form left. It is in no field until the person uses it. */
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
    put: (saves: readonly string[]) => T,
  ) => T;
  /** Drops every unsaved text of this form. */
  readonly discard: () => void;
}

/**
 * Keeps the unsaved texts of an existing job or customer on the device as they are typed, and offers texts that an
 * earlier form left.
 */
export function useTypedTexts({
  rows,
  state,
  dispatch,
}: TypedTextsForm): TypedTextsControl {
  const { store } = useDeviceStore();
  const texts = useMemo(() => textsOf(state), [state]);
  const isChanged = changedFields(state, sameValue).length > 0;
  usePendingWork(openText(isChanged, store !== null));

  const { subject } = rows;
  const writer = useTextWriter(store, subject);
  useEffect(() => writer.current?.show(texts), [writer, texts]);

  const { found, discard } = useOfferedTexts(rows);
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

/** The writer of the texts of a job. Null without a store. */
function useTextWriter(
  store: DeviceStore | null,
  subject: OutboxItem["subject"],
) {
  const writer = useRef<TypedTextWriter | null>(null);
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
  return writer;
}

/** The texts that earlier forms of a job left. Deletes texts that the job has by now. */
function useOfferedTexts(rows: EditedRows) {
  const { texts, discard } = useFoundTexts(rows.subject.key);
  const { texts: found, settled } = useMemo(
    () => foundIn(texts, rows),
    [texts, rows],
  );
  const discardSettled = useEffectEvent(() => discard(settled));
  useEffect(() => discardSettled(), [settled]);
  return { found, discard };
}

/** The texts of the form, without those that the browser cannot read, such as half a date. */
function textsOf(state: DraftState<JobFormValues>): FieldTexts {
  const texts = changedFields(state, sameValue).flatMap((name) => {
    const draft = state.drafts[name];
    if (draft === undefined || draft.value === UNREADABLE) return [];
    return [[name, { value: draft.value, base: draft.base }] as const];
  });
  return Object.fromEntries(texts) as FieldTexts;
}

/**
 * The texts to offer, the newest of each field, and those that the job has by now. A row of another release may have
 * another type, or name a removed field: it is offered outside of the form.
 */
function foundIn(
  kept: readonly TypedText[],
  { live, hasCustomer }: EditedRows,
) {
  const known = kept.flatMap((row) => {
    const isKnown = [row.value, row.base].every((each) =>
      isKind(row.field, each),
    );
    return isKnown ? [{ row, name: row.field as JobFieldName }] : [];
  });
  const settled = known.filter(
    ({ row, name }) =>
      sameValue(name, live[name], row.value as never) &&
      // The values of a customer who is not loaded are unknown.
      (hasCustomer || !(name in CUSTOMER_FIELDS)),
  );
  const open = known.filter((text) => !settled.includes(text));
  const texts = open.filter(
    ({ name }, at) => open.findIndex((text) => text.name === name) === at,
  );
  return { texts, settled: settled.map(({ row }) => row) };
}
