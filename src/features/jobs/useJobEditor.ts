import { useReducer } from "react";
import type { OutboxItem } from "convex-outbox";
import type { FieldText } from "@/offline/texts/TypedTexts";
import { useOutbox } from "@/offline/useOutbox";
import {
  advanceDrafts,
  changedFields,
  conflictingFields,
  noDrafts,
  shownValues,
  type DraftState,
} from "./fieldDrafts";
import type { EditedRows } from "./editedRows";
import { sameValue } from "./jobForm";
import {
  FORM_FIELDS,
  shownAt,
  type JobFieldName,
  type JobFormErrors,
  type JobFormValues,
} from "./jobFormFields";
import { useFieldSaves, type FormEvent, type PutText } from "./useFieldSaves";
import { useFieldSyncStatus } from "./useSyncStatus";
import { useConflictWriters, useReplacedTexts } from "./useReplacedTexts";
import { useTypedTexts, type FoundTexts } from "./useTypedTexts";
import { checkJobForm } from "./checkJobForm";
import type { JobFormControl } from "./JobFormContext";

export interface JobEditor extends JobFormControl {
  readonly found: FoundTexts;
  /** Drops every text that is not saved. */
  readonly discard: () => void;
  /** False while a changed field has an error, such as a missing address. */
  readonly canSave: boolean;
  /** Saves every changed field. */
  readonly saveChanged: () => Promise<unknown>;
  /** Saves every changed field, and sends refused changes once more. Returns the fields that were not saved. */
  readonly saveAll: () => Promise<JobFieldName[]>;
  /** Shows the errors of the changed fields. Returns their names. */
  readonly unsaveable: () => JobFieldName[];
}

interface EditedState {
  /** The creation of the job, while it waits on this device. */
  readonly creation?: OutboxItem | undefined;
  readonly isLocked: boolean;
}

/**
 * Edits an existing job or customer over live data, which includes the waiting changes of this device. Each field
 * saves on blur. `rows` must be the same object until the data changes.
 */
export function useJobEditor(
  rows: EditedRows,
  { creation, isLocked }: EditedState,
): JobEditor {
  const [state, dispatch] = useReducer(reduce, noDrafts<JobFormValues>());
  const { live } = rows;
  const values = shownValues(live, state);
  const { outbox, refused, unsent } = useUnsent(rows, creation);
  const form = { rows, isLocked, live, state, dispatch };
  const { found, discard, save } = useTypedTexts(form);
  const putText: PutText = (change, { name, ...text }) =>
    save(name, text as FieldText, (saves) => outbox.put(change, saves));
  const commit = useFieldSaves({ ...form, putText, refused });
  const conflicts = conflictsOf(live, state);

  return {
    jobId: rows.jobId,
    values,
    errors: errorsOf(state, refused),
    unsent,
    advice: {},
    conflicts,
    conflictBy: useConflictWriters(
      rows,
      Object.keys(conflicts) as JobFieldName[],
    ),
    replaced: useReplacedTexts(form),
    isLocked,
    ...fieldEvents(form, commit),
    found,
    discard,
    ...formSaves({ ...form, values, refused }, commit),
  };
}

interface Form {
  readonly isLocked: boolean;
  readonly live: JobFormValues;
  readonly values: JobFormValues;
  readonly state: DraftState<JobFormValues>;
  readonly dispatch: (event: FormEvent) => void;
  readonly refused: Refused;
}

type Commit = ReturnType<typeof useFieldSaves>;

type FieldEvent = "focus" | "type" | "leave" | "choose" | "takeServerValue";

/** What a field calls as a person works in it. */
function fieldEvents(
  { live, dispatch }: Pick<Form, "live" | "dispatch">,
  commit: Commit,
): Pick<JobEditor, FieldEvent> {
  const type: JobEditor["type"] = (name, value) =>
    dispatch({ type: "typed", name, value, live: live[name] } as FormEvent);
  return {
    focus: (name) =>
      dispatch({ type: "focused", name, live: live[name] } as FormEvent),
    type,
    leave: (name, value) => {
      type(name, value);
      dispatch({ type: "left", name });
      void commit(name, value);
    },
    choose: (name, value, shows) => {
      type(name, value);
      void commit(name, value, { ...(shows && { shows }) });
    },
    takeServerValue: (name) => dispatch({ type: "reverted", name }),
  };
}

type FormSave = "canSave" | "unsaveable" | "saveChanged" | "saveAll";

/** The saves of several fields at once. */
function formSaves(
  { isLocked, values, state, dispatch, refused }: Omit<Form, "live">,
  commit: Commit,
): Pick<JobEditor, FormSave> {
  const saveFields = async (names: readonly JobFieldName[], again = false) => {
    const saved = await Promise.all(
      names.map((name) => commit(name, values[name], { again })),
    );
    return names.filter((_name, index) => !saved[index]);
  };
  const faults = faultsOf(values, state);
  return {
    canSave: !isLocked && faults.length === 0,
    unsaveable: () =>
      faults.map(([name, message]) => {
        dispatch({ type: "refused", name, message });
        return name;
      }),
    saveChanged: () => saveFields(changedFields(state, sameValue)),
    saveAll: () => saveFields(unsavedFields(state, refused), true),
  };
}

function reduce(state: DraftState<JobFormValues>, event: FormEvent) {
  return advanceDrafts(state, event, sameValue);
}

/** The errors of changed fields only: the other fields of an old record may break today's rules. */
function faultsOf(values: JobFormValues, state: DraftState<JobFormValues>) {
  const changed = changedFields(state, sameValue);
  const faults = changed.length > 0 ? checkJobForm(values) : {};
  return changed.flatMap((name) => {
    const message = faults[name];
    return message === undefined ? [] : [[name, message] as const];
  });
}

/** The changes of the rows that the server has not accepted, by field. */
function useUnsent(rows: EditedRows, creation: OutboxItem | undefined) {
  const outbox = useOutbox();
  const changes = rows.changesIn(outbox.items);
  const unsent = useFieldSyncStatus(changes, outbox.isSignedOut);
  return { outbox, unsent, refused: refusedFields(creation, changes) };
}

type Refused = Partial<Record<JobFieldName, OutboxItem>>;

/** The refusal of a creation may name the field. */
function refusedFields(
  creation: OutboxItem | undefined,
  changes: readonly OutboxItem[],
): Refused {
  const refused: Refused = {};
  for (const item of creation ? [creation, ...changes] : changes) {
    if (item.state.kind !== "refused") continue;
    const name = item.field ?? shownAt(item.state.field ?? "");
    if (name in FORM_FIELDS) refused[name as JobFieldName] = item;
  }
  return refused;
}

function unsavedFields(
  state: DraftState<JobFormValues>,
  refused: Refused,
): JobFieldName[] {
  const fields = Object.keys(refused) as JobFieldName[];
  return [...new Set([...changedFields(state, sameValue), ...fields])];
}

/** A refusal is shown at its field until the person types something else there. */
function errorsOf(
  { drafts }: DraftState<JobFormValues>,
  refused: Refused,
): JobFormErrors {
  const names = Object.keys(refused) as JobFieldName[];
  const sent = names.flatMap((name) => {
    const state = refused[name]?.state;
    const draft = drafts[name];
    const isEdited = draft && !sameValue(name, draft.value, draft.base);
    return state?.kind !== "refused" || isEdited ? [] : [[name, state.message]];
  });
  const typed = Object.entries(drafts).flatMap(([name, draft]) =>
    draft.error === null ? [] : [[name, draft.error]],
  );
  return Object.fromEntries([...sent, ...typed]) as JobFormErrors;
}

function conflictsOf(
  live: JobFormValues,
  state: DraftState<JobFormValues>,
): Partial<JobFormValues> {
  return Object.fromEntries(
    conflictingFields(live, state, sameValue).map((name) => [name, live[name]]),
  );
}
