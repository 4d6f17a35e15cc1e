/** The view of the form of an existing record: pure functions of the typed and the live values. */
import { convexToJson, type Value } from "convex/values";
import type { OutboxItem } from "convex-outbox";
import { UNREADABLE } from "@/components/ui/fieldControl";
import type { FieldTexts, TypedText } from "@/offline/texts/TypedTexts";
import type { useChange } from "@/offline/useChange";
import type { OutboxControl } from "@/offline/useOutbox";
import { checkJobForm } from "@/job/checkJobForm";
import type { EditedRows } from "./editedRows";
import {
  canHold,
  CUSTOMER_FIELDS,
  FORM_FIELDS,
  sameValue,
  shownAt,
  type FieldValue,
  type JobFieldName,
  type JobFormErrors,
} from "@/job/jobFormFields";
import type { ChangeNotice, FieldNote, JobFormControl } from "@/job/JobFormContext";
import {
  changedFields,
  conflictingFields,
  namesOf,
  replacedFields,
  shownValues,
  type ByField,
  type FormState,
} from "./formState";

/** Asks who has written the value that a field has now. */
export interface Question {
  readonly name: JobFieldName;
  readonly subject: string;
  readonly value: ReturnType<typeof convexToJson>;
}

export const questionKey = (question: Question): string => JSON.stringify(question);

export interface EditState extends FormState {
  /** The texts that earlier forms left on the device, the newest first. */
  readonly found: readonly TypedText[];
  /** The typed text of a line that is not added to the job, and the error at its field. */
  readonly line: { readonly text: string; readonly error: string | null };
  /** The person who changed a value, by the key of the question; null if nobody else has. */
  readonly authors: Readonly<Record<string, string | null>>;
}

export interface EditedForm {
  readonly rows: EditedRows;
  readonly isLocked: boolean;
  /** The changes that the server refused, by field. */
  readonly refused: ByField<OutboxItem>;
  readonly make: ReturnType<typeof useChange>["make"];
  readonly put: OutboxControl["put"];
  /** Resolves to the author of the value in the history; null if it is the person themselves. */
  readonly authorOf: (question: Question) => Promise<string | null>;
}

interface EditView extends Pick<JobFormControl, "values" | "notes"> {
  readonly isChanged: boolean;
  /** False while a changed field has an error, such as a missing address. */
  readonly canSave: boolean;
  readonly found: readonly TypedText[];
}

/** The name of the field in which lines of the job are typed. Its text is kept like the texts of other fields. */
export const LINE_FIELD = "job_line";
export const ADD_LINE_FIRST = "Add this row, or clear it.";

export const hasLineText = ({ line }: EditState): boolean => line.text.trim() !== "";

export function editView(state: EditState, live: EditedForm): EditView {
  const changed = changedFields(state);
  return {
    values: shownValues(live.rows.live, state),
    notes: notesOf(state, live),
    isChanged: changed.length > 0 || hasLineText(state),
    canSave: !live.isLocked && faultsOf(state, live).length === 0,
    found: offeredTexts(state.found, live.rows).texts,
  };
}

/** The errors of changed fields only: the other fields of an old record may break today's rules. */
export function faultsOf(state: FormState, { rows }: EditedForm) {
  const changed = changedFields(state);
  const faults = changed.length > 0 ? checkJobForm(shownValues(rows.live, state)) : {};
  return changed.flatMap((name) => {
    const message = faults[name];
    return message === undefined ? [] : [[name, message] as const];
  });
}

/** The unsaved texts by field, without those that the browser cannot read, such as half a date. */
export function typedTexts(state: EditState): FieldTexts {
  const texts = changedFields(state).flatMap((name) => {
    const draft = state.drafts[name];
    if (draft === undefined || draft.value === UNREADABLE) return [];
    return [[name, { value: draft.value, base: draft.base }] as const];
  });
  const line = { value: state.line.text, base: "" };
  return {
    ...(Object.fromEntries(texts) as FieldTexts),
    ...(hasLineText(state) && { [LINE_FIELD]: line }),
  };
}

interface OfferedTexts {
  readonly texts: readonly TypedText[];
  readonly settled: readonly TypedText[];
}

/**
 * `texts`: the newest text of each field, to be offered. `settled`: texts that the record has by now. A row of another
 * release may have another type, or name a removed field: WritingOffer offers it outside of the form.
 */
export function offeredTexts(
  found: readonly TypedText[],
  { live, hasCustomer }: EditedRows,
): OfferedTexts {
  const known = found.filter(({ field, value, base }) =>
    [value, base].every((each) => canHold(field, each)),
  );
  const settled = known.filter(
    ({ field, value }) =>
      sameValue(field as JobFieldName, live[field as JobFieldName], value as FieldValue) &&
      // The values of a customer who is not loaded are unknown.
      (hasCustomer || !(field in CUSTOMER_FIELDS)),
  );
  const open = known.filter((row) => !settled.includes(row));
  const texts = open.filter(({ field }, at) => open.findIndex((row) => row.field === field) === at);
  return { texts, settled };
}

/** The values that somebody else has changed: under unsaved text, or after they were saved here. */
export function changesByOthers(
  state: EditState,
  { rows }: EditedForm,
): readonly (Omit<ChangeNotice, "by"> & { question: Question | null })[] {
  const theirs = conflictingFields(rows.live, state).map((name) => ({
    ...{ name, isMine: false, value: rows.live[name] },
    question: questionOf(rows, name),
  }));
  const mine = replacedFields(rows.live, state).flatMap((name) => {
    const saved = state.saved[name];
    const question = questionOf(rows, name);
    const owners = [rows.ownerOf(name), rows.rowOf(name)?.clientKey];
    // The field of another customer is not the one that was saved.
    if (saved === undefined || !owners.includes(saved.of)) return [];
    const { value, shows } = saved;
    return question === null ? [] : [{ name, isMine: true, value, shows, question }];
  });
  return [...mine, ...theirs];
}

/** Null if the row that has the field is not loaded. */
function questionOf(rows: EditedRows, name: JobFieldName): Question | null {
  const row = rows.rowOf(name);
  if (row === null) return null;
  const stored = (row as Readonly<Record<string, unknown>>)[name] ?? null;
  return { name, subject: row._id, value: convexToJson(stored as Value) };
}

function notesOf(state: EditState, live: EditedForm): ByField<FieldNote> {
  const notes: Partial<Record<JobFieldName, FieldNote>> = {};
  const add = (name: JobFieldName, note: FieldNote) => {
    notes[name] = { ...notes[name], ...note };
  };
  const errors = errorsOf(state, live.refused);
  for (const name of namesOf(errors)) add(name, { error: errors[name] });
  for (const { question, ...change } of changesByOthers(state, live)) {
    const by = question && state.authors[questionKey(question)];
    // A replaced value is reported once its author is known, so that the person's own change is not.
    if (change.isMine && typeof by !== "string") continue;
    add(shownAt(change.name), { change: { ...change, by: by ?? "" } });
  }
  return notes;
}

/** A refusal is shown at its field until the person types something else there. */
function errorsOf({ drafts }: FormState, refused: ByField<OutboxItem>): JobFormErrors {
  const sent = namesOf(refused).flatMap((name) => {
    const state = refused[name]?.state;
    const draft = drafts[name];
    const isEdited = draft && !sameValue(name, draft.value, draft.base);
    return state?.kind !== "refused" || isEdited ? [] : [[name, state.message]];
  });
  const typed = Object.entries(drafts).flatMap(([name, { error }]) =>
    error === null ? [] : [[name, error]],
  );
  return Object.fromEntries([...sent, ...typed]) as JobFormErrors;
}

/** The refused changes, by field. The refusal of a creation may name the field. */
export function refusedFields(items: readonly OutboxItem[]): ByField<OutboxItem> {
  const refused = items.flatMap((item) => {
    if (item.state.kind !== "refused") return [];
    const name = item.field ?? shownAt((item.state.field ?? "") as JobFieldName);
    return name in FORM_FIELDS ? [[name, item]] : [];
  });
  return Object.fromEntries(refused) as ByField<OutboxItem>;
}
