import { useMutation } from "convex/react";
import { useMemo, useReducer, useRef } from "react";
import { api } from "@convex/_generated/api";
import { useSave } from "@/lib/useSave";
import {
  advanceDrafts,
  changedFields,
  conflictingFields,
  noDrafts,
  shownValues,
  type DraftEvent,
  type DraftState,
} from "./fieldDrafts";
import { sameValue, toFormValues, type Customer, type Job } from "./jobForm";
import {
  FORM_FIELDS,
  type JobFieldName,
  type JobFormErrors,
  type JobFormValues,
} from "./jobFormFields";
import { toUpdateArgs } from "./jobArgs";
import { checkJobForm } from "./checkJobForm";
import type { JobFormControl } from "./JobFormContext";

export interface JobEditor extends JobFormControl {
  /** False while a changed field has an error, such as a missing address. */
  readonly canSave: boolean;
  /** Saves every changed field. Returns the fields that were not saved. */
  readonly saveAll: () => Promise<JobFieldName[]>;
  /** Shows the errors of the changed fields. Returns their names. */
  readonly unsaveable: () => JobFieldName[];
}

/** Edits an existing job over live data. Each field saves on blur. */
export function useJobEditor(
  job: Job,
  customer: Customer | null,
  isLocked: boolean,
): JobEditor {
  const [state, dispatch] = useReducer(reduce, noDrafts<JobFormValues>());
  const live = useMemo(() => toFormValues(job, customer), [job, customer]);
  const values = shownValues(live, state);
  const commit = useFieldSaves({ job, isLocked, live, state, dispatch });

  const type: JobEditor["type"] = (name, value) =>
    dispatch({ type: "typed", name, value, live: live[name] } as FormEvent);

  // Only changed fields: an old record may break today's rules in other fields.
  const faults = checkJobForm(values);
  const faultyFields = () =>
    changedFields(state, sameValue).filter(
      (name) => faults[name] !== undefined,
    );

  const unsaveable = () => {
    const names = faultyFields();
    for (const name of names) {
      dispatch({ type: "refused", name, message: faults[name] ?? "" });
    }
    return names;
  };

  return {
    values,
    errors: errorsOf(state),
    advice: {},
    theirs: conflictsOf(live, state),
    isLocked,
    focus: (name) =>
      dispatch({ type: "focused", name, live: live[name] } as FormEvent),
    type,
    leave: (name, value) => {
      type(name, value);
      dispatch({ type: "left", name });
      void commit(name, value);
    },
    choose: (name, value) => {
      type(name, value);
      void commit(name, value);
    },
    takeTheirs: (name) => dispatch({ type: "reverted", name }),
    canSave: !isLocked && faultyFields().length === 0,
    unsaveable,
    saveAll: async () => {
      const names = changedFields(state, sameValue);
      const saved = await Promise.all(
        names.map((name) => commit(name, values[name])),
      );
      return names.filter((_name, index) => !saved[index]);
    },
  };
}

type FormEvent = DraftEvent<JobFormValues>;

interface SaveInFlight {
  readonly value: JobFormValues[JobFieldName];
  readonly saved: Promise<boolean>;
}

/**
 * Saves one changed field, unless its value is already saved, being saved or
 * refused by a rule. Resolves to whether the value is saved.
 */
function useFieldSaves({
  job,
  isLocked,
  live,
  state,
  dispatch,
}: {
  readonly job: Job;
  readonly isLocked: boolean;
  readonly live: JobFormValues;
  readonly state: DraftState<JobFormValues>;
  readonly dispatch: (event: FormEvent) => void;
}) {
  const update = useMutation(api.jobs.update);
  const { save } = useSave();
  const saving = useRef(new Map<JobFieldName, SaveInFlight>());

  function commit<K extends JobFieldName>(
    name: K,
    value: JobFormValues[K],
  ): Promise<boolean> {
    const base = state.drafts[name]?.base ?? live[name];
    if (isLocked || sameValue(name, value, base)) return Promise.resolve(true);
    const next = { ...shownValues(live, state), [name]: value };
    const message = checkJobForm(next)[name];
    if (message) {
      dispatch({ type: "refused", name, message });
      return Promise.resolve(false);
    }
    const running = saving.current.get(name);
    if (running && sameValue(name, running.value as JobFormValues[K], value)) {
      return running.saved;
    }
    const saved = send(name, next);
    saving.current.set(name, { value, saved });
    return saved;
  }

  async function send<K extends JobFieldName>(
    name: K,
    next: JobFormValues,
  ): Promise<boolean> {
    dispatch({ type: "saving", name });
    const outcome = await save(
      () => update({ id: job._id, ...toUpdateArgs(name, next, job) }),
      { name: FORM_FIELDS[name].label },
    );
    saving.current.delete(name);
    dispatch(
      outcome.ok
        ? ({ type: "saved", name, value: next[name] } as FormEvent)
        : { type: "refused", name, message: outcome.error.message },
    );
    return outcome.ok;
  }

  return commit;
}

function reduce(state: DraftState<JobFormValues>, event: FormEvent) {
  return advanceDrafts(state, event, sameValue);
}

function errorsOf({ drafts }: DraftState<JobFormValues>): JobFormErrors {
  return Object.fromEntries(
    Object.entries(drafts).flatMap(([name, draft]) =>
      draft.error === null ? [] : [[name, draft.error]],
    ),
  );
}

function conflictsOf(
  live: JobFormValues,
  state: DraftState<JobFormValues>,
): Partial<JobFormValues> {
  return Object.fromEntries(
    conflictingFields(live, state, sameValue).map((name) => [name, live[name]]),
  );
}
