import { useRef } from "react";
import { convexToJson, type JSONValue, type Value } from "convex/values";
import { orThrow, withinLimit } from "@/lib/outbox/answer";
import type { OutboxChange } from "@/lib/outbox/outbox";
import type { OutboxItem } from "@/lib/outbox/outboxItem";
import { undoableOf, type OutboxControl } from "@/lib/outbox/useOutbox";
import { randomUuid } from "@/lib/randomUuid";
import { useSave } from "@/lib/useSave";
import { checkJobForm } from "./checkJobForm";
import { shownValues, type DraftEvent, type DraftState } from "./fieldDrafts";
import { toUpdateArgs } from "./jobArgs";
import { sameValue, type Job } from "./jobForm";
import {
  FORM_FIELDS,
  type JobFieldName,
  type JobFormValues,
} from "./jobFormFields";
import { jobSubject } from "./jobSubject";
import { UPDATE_JOB } from "./pendingJobs";

export type FormEvent = DraftEvent<JobFormValues>;

interface FormText {
  readonly name: JobFieldName;
  readonly value: JobFormValues[JobFieldName];
  readonly base: JobFormValues[JobFieldName];
}

/** Puts the change of a field into the outbox, in place of the text that is kept on the device. */
export type PutText = (
  change: OutboxChange,
  text: FormText,
) => ReturnType<OutboxControl["put"]>;

interface FieldSaves {
  /** With its waiting changes. */
  readonly job: Job;
  readonly isLocked: boolean;
  readonly live: JobFormValues;
  readonly state: DraftState<JobFormValues>;
  readonly dispatch: (event: FormEvent) => void;
  readonly putText: PutText;
  /** The changes that the server refused, by field. */
  readonly refused: Partial<Record<JobFieldName, OutboxItem>>;
}

interface CommitOptions {
  /** Sends what the server has refused once more. */
  readonly again?: boolean;
  /** Names a chosen customer. */
  readonly shows?: OutboxItem["shows"];
}

interface SaveInFlight {
  readonly value: JobFormValues[JobFieldName];
  readonly saved: Promise<boolean>;
}

/**
 * Saves one changed field, unless its value is already saved, being saved or
 * refused by a rule. Sends what the server has refused only if asked to do it
 * again. Resolves to whether the value is saved, or is kept on the device and
 * the server has not answered for a while.
 */
export function useFieldSaves(saves: FieldSaves) {
  const { isLocked, live, state, dispatch, refused } = saves;
  const send = useSend(saves);
  const saving = useRef(new Map<JobFieldName, SaveInFlight>());

  return function commit<K extends JobFieldName>(
    name: K,
    value: JobFormValues[K],
    { again = false, shows }: CommitOptions = {},
  ): Promise<boolean> {
    const base = state.drafts[name]?.base ?? live[name];
    const isAgain = again && refused[name] !== undefined;
    const isUnchanged = sameValue(name, value, base) && !isAgain;
    if (isLocked || isUnchanged) return Promise.resolve(true);
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
    const known = shows ?? refused[name]?.shows;
    const saved = send({ name, next, base, shows: known }).finally(() => {
      if (saving.current.get(name)?.saved === saved)
        saving.current.delete(name);
    });
    saving.current.set(name, { value, saved });
    return saved;
  };
}

function useSend({ job, dispatch, putText }: FieldSaves) {
  const { save } = useSave();

  return async function send<K extends JobFieldName>(
    field: FieldChange<K>,
  ): Promise<boolean> {
    const { name, next } = field;
    dispatch({ type: "saving", name });
    const change = changeOf(job, field);
    const { isKept, outcome } = await putText(change, {
      name,
      value: next[name],
      base: field.base,
    });
    const settle = () =>
      dispatch({ type: "saved", name, value: next[name] } as FormEvent);
    // From here the outbox has the value, which the form shows as the live one.
    if (isKept) settle();
    const saved = save(() => outcome.then(orThrow), {
      name: FORM_FIELDS[name].label,
      saved: ({ kind }) => (kind === "saved" ? "Saved" : null),
      isKept,
      undo: undoableOf(change),
    }).then((result) => {
      if (isKept) return result.ok;
      if (result.ok) settle();
      else dispatch({ type: "refused", name, message: result.error.message });
      return result.ok;
    });
    return isKept ? ((await withinLimit(saved)) ?? true) : await saved;
  };
}

interface FieldChange<K extends JobFieldName> {
  readonly name: K;
  readonly next: JobFormValues;
  readonly base: JobFormValues[K];
  /** The name and the phone of a chosen customer. */
  readonly shows?: OutboxItem["shows"] | undefined;
}

export function changeOf<K extends JobFieldName>(
  job: Job,
  { name, next, base, shows }: FieldChange<K>,
) {
  const seen = toUpdateArgs(name, { ...next, [name]: base }, job);
  const subject = jobSubject(job);
  return {
    id: randomUuid(),
    call: UPDATE_JOB,
    args: toJson({
      id: subject.key,
      ...toUpdateArgs(name, next, job),
      ...("customer" in seen
        ? { base: seen.customer, customer_id: job.job_customer_id }
        : { base: seen }),
    }),
    subject,
    ...(name === "job_customer_id" && {
      // Another customer may wait to be created with a job of theirs.
      needs: [next.job_customer_id],
      ...(shows && { shows }),
    }),
    field: name,
    label: FORM_FIELDS[name].label,
    at: Date.now(),
  };
}

function toJson(args: object): Record<string, JSONValue> {
  return convexToJson(args as Value) as Record<string, JSONValue>;
}
