/**
 * The drafts of a form, field by field, over live values. A field with focus or unsaved text keeps its draft
 * whatever arrives from the server; every other field shows the live value.
 */
import type { OutboxItem } from "convex-outbox";
import {
  sameValue,
  type FieldValue,
  type JobFieldName,
  type JobFormValues,
} from "@/job/jobFormFields";

export type ByField<T> = Readonly<Partial<Record<JobFieldName, T>>>;

interface FieldDraft {
  readonly value: FieldValue;
  /** The live value when the draft began. A save updates it. */
  readonly base: FieldValue;
  readonly error: string | null;
}

interface SavedValue {
  readonly value: FieldValue;
  /** The id of the row that has the field: for a phone, the customer's. */
  readonly of: string;
  /** The text to show for a value that is an id. */
  readonly shows?: OutboxItem["shows"];
}

export interface FormState {
  readonly drafts: ByField<FieldDraft>;
  readonly focused: JobFieldName | null;
  /** The last value that was saved here, until something else is typed. */
  readonly saved: ByField<SavedValue>;
}

export const NOTHING_TYPED: FormState = {
  drafts: {},
  focused: null,
  saved: {},
};

/** The shown value of each field: its draft if it has one, else the live value. */
export function shownValues(live: JobFormValues, { drafts }: FormState): JobFormValues {
  const typed = Object.entries(drafts).map(([name, { value }]) => [name, value]);
  return { ...live, ...(Object.fromEntries(typed) as Partial<JobFormValues>) };
}

/** The fields whose text differs from the base of their draft. */
export function changedFields({ drafts }: FormState): JobFieldName[] {
  return namesOf(drafts).filter((name) => {
    const draft = drafts[name];
    return draft !== undefined && !sameValue(name, draft.value, draft.base);
  });
}

/** The fields that someone else changed under unsaved text. */
export function conflictingFields(live: JobFormValues, state: FormState): JobFieldName[] {
  return changedFields(state).filter((name) => {
    const draft = state.drafts[name];
    return (
      draft !== undefined &&
      !sameValue(name, live[name], draft.base) &&
      !sameValue(name, live[name], draft.value)
    );
  });
}

/** The fields that were saved here and have another value by now, unless something else was typed since. */
export function replacedFields(live: JobFormValues, { drafts, saved }: FormState): JobFieldName[] {
  return namesOf(saved).filter((name) => {
    const [draft, mine] = [drafts[name], saved[name]];
    if (mine === undefined || sameValue(name, mine.value, live[name])) return false;
    return draft === undefined || sameValue(name, draft.value, live[name]);
  });
}

/** A text other than the draft's base replaces the value that was saved here. */
export function typed<State extends FormState>(
  state: State,
  { name, live, value }: { name: JobFieldName; live: FieldValue; value: FieldValue },
): State {
  const { base } = state.drafts[name] ?? { base: live };
  const isSame = sameValue(name, value, base);
  return {
    ...withDraft(state, name, { value, base, error: null }),
    saved: isSame ? state.saved : without(state.saved, name),
  };
}

/** Drops a draft without focus and without changes, so that the field shows live data. */
export function settled<State extends FormState>(state: State, name: JobFieldName): State {
  const draft = state.drafts[name];
  if (!draft || state.focused === name) return state;
  const isChanged = !sameValue(name, draft.value, draft.base);
  return isChanged ? state : withoutDrafts(state, [name]);
}

export function withDraft<State extends FormState>(
  state: State,
  name: JobFieldName,
  draft: FieldDraft,
): State {
  return { ...state, drafts: { ...state.drafts, [name]: draft } };
}

export function withoutDrafts<State extends FormState>(
  state: State,
  names: readonly JobFieldName[],
): State {
  const drafts = names.reduce<FormState["drafts"]>(without, state.drafts);
  return { ...state, drafts };
}

function without<T>(fields: ByField<T>, name: JobFieldName): ByField<T> {
  const { [name]: _gone, ...rest } = fields;
  return rest;
}

export function namesOf(fields: ByField<unknown>): JobFieldName[] {
  return Object.keys(fields) as JobFieldName[];
}
