import { useRef } from "react";
import type { OutboxChange, OutboxItem } from "convex-outbox";
import { FIELDS } from "@domain/fields";
import { withinLimit } from "@/offline/outbox/response";
import { useChange } from "@/offline/useChange";
import type { OutboxControl } from "@/offline/useOutbox";
import { checkJobForm } from "./checkJobForm";
import { shownValues, type DraftEvent, type DraftState } from "./fieldDrafts";
import type { EditedRows, FieldChange } from "./editedRows";
import { sameValue } from "./jobForm";
import type { JobFieldName, JobFormValues } from "./jobFormFields";

export type FormEvent = DraftEvent<JobFormValues>;

interface FormText {
  readonly name: JobFieldName;
  readonly value: JobFormValues[JobFieldName];
  readonly base: JobFormValues[JobFieldName];
}

/** Puts the change of a field into the outbox and deletes the typed text that the device kept for it. */
export type PutText = (
  change: OutboxChange,
  text: FormText,
) => ReturnType<OutboxControl["put"]>;

interface FieldSaves {
  readonly rows: EditedRows;
  readonly isLocked: boolean;
  readonly state: DraftState<JobFormValues>;
  readonly dispatch: (event: FormEvent) => void;
  readonly putText: PutText;
  /** The changes that the server refused, by field. */
  readonly refused: Partial<Record<JobFieldName, OutboxItem>>;
}

interface CommitOptions {
  /** Whether to send refused changes once more. */
  readonly again?: boolean;
  /** Names a chosen customer. */
  readonly shows?: OutboxItem["shows"];
}

interface SaveInFlight {
  readonly value: JobFormValues[JobFieldName];
  readonly saved: Promise<boolean>;
}

/**
 * Saves one changed field, unless its value is already saved, being saved or refused by a rule. Sends a refused
 * change only with `again`. Resolves to whether the value is saved, or is kept on the device while the server has not
 * answered for a while.
 */
export function useFieldSaves(saves: FieldSaves) {
  const { rows, isLocked, state, dispatch, refused } = saves;
  const { live } = rows;
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

function useSend({ rows, dispatch, putText }: FieldSaves) {
  const { make } = useChange();

  return async function send<K extends JobFieldName>(
    field: FieldChange<K>,
  ): Promise<boolean> {
    const { name, next } = field;
    dispatch({ type: "saving", name });
    const change = rows.changeOf(field);
    const own = {
      value: next[name],
      of: rows.ownerOf(name),
      shows: field.shows,
    };
    const { response } = make(change, {
      name: FIELDS[name].label,
      put: () => putText(change, { name, value: own.value, base: field.base }),
    });
    // From here the outbox has the value, which the form shows as the live one.
    dispatch({ type: "saved", name, saved: own } as FormEvent);
    return (await withinLimit(response.then(({ ok }) => ok))) ?? true;
  };
}
