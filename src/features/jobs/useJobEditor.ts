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
  /** False while the customer or the address is missing, which no job may lack. */
  readonly canSave: boolean;
  /** Saves every changed field. The names of those that cannot be saved as they are. */
  readonly saveAll: () => Promise<JobFieldName[]>;
  /** The changed fields that no save would accept. */
  readonly unsaveable: () => JobFieldName[];
}

/** An existing job under live data: each field saves by itself when it is left. */
export function useJobEditor(
  job: Job,
  customer: Customer | null,
  isLocked: boolean,
): JobEditor {
  const update = useMutation(api.jobs.update);
  const { save } = useSave();
  const [state, dispatch] = useReducer(reduce, noDrafts<JobFormValues>());
  const underWay = useRef(new Map<JobFieldName, UnderWay>());
  const live = useMemo(() => toFormValues(job, customer), [job, customer]);
  const values = shownValues(live, state);

  function commit<K extends JobFieldName>(
    name: K,
    value: JobFormValues[K],
  ): Promise<boolean> {
    const base = state.drafts[name]?.base ?? live[name];
    if (isLocked || sameValue(name, value, base)) return Promise.resolve(true);
    const next = { ...values, [name]: value };
    const message = checkJobForm(next)[name];
    if (message) {
      dispatch({ type: "refused", name, message });
      return Promise.resolve(false);
    }
    const running = underWay.current.get(name);
    if (running && sameValue(name, running.value as JobFormValues[K], value)) {
      return running.saved;
    }
    const saved = send(name, next);
    underWay.current.set(name, { value, saved });
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
    underWay.current.delete(name);
    dispatch(
      outcome.ok
        ? ({ type: "saved", name, value: next[name] } as FormEvent)
        : { type: "refused", name, message: outcome.error.message },
    );
    return outcome.ok;
  }

  const type: JobEditor["type"] = (name, value) =>
    dispatch({ type: "typed", name, value, live: live[name] } as FormEvent);

  // Only what was changed: an old record need not satisfy today's rules to be closed.
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
    theirs: theirsOf(live, state),
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

interface UnderWay {
  readonly value: JobFormValues[JobFieldName];
  readonly saved: Promise<boolean>;
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

function theirsOf(
  live: JobFormValues,
  state: DraftState<JobFormValues>,
): Partial<JobFormValues> {
  return Object.fromEntries(
    conflictingFields(live, state, sameValue).map((name) => [name, live[name]]),
  );
}
