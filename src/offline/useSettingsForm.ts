import { useId, useState } from "react";
import type { OutboxChange } from "convex-outbox";
import {
  setOfficeSettings,
  settingsOfChange,
  type SetOfficeSettingsArgs,
} from "@domain/changes/setOfficeSettings";
import { TYPED_TEXTS } from "@domain/calls/inputLimits";
import { refusalOf, type FieldError } from "@/lib/fieldError";
import { usePendingWork } from "@/lib/pendingWork";
import { newChange } from "@/offline/outbox/newChange";
import { useChange } from "./useChange";

interface FormChange {
  /** The name of the change in toasts. */
  readonly name: string;
  /** @throws the refusal, if a text breaks a rule. */
  readonly check: () => unknown;
  readonly make: () => OutboxChange;
}

interface SettingsFormOptions<Texts> {
  /** The texts of the fields before anything is typed. */
  readonly shown: Texts;
  /** The changes that a save makes; empty if nothing was changed. */
  readonly changesOf: (typed: Partial<Texts>) => readonly FormChange[];
  /** Called when nothing is left to save. */
  readonly onLeave: () => void;
}

/** A form of a few options. Leaving it saves the typed values, as in a job; a refused text keeps it open. */
export function useSettingsForm<Texts extends object>({
  shown,
  changesOf,
  onLeave,
}: SettingsFormOptions<Texts>) {
  type Name = keyof Texts & string;
  const { make } = useChange();
  const id = useId();
  const [typed, setTyped] = useState<Partial<Texts>>({});
  const [error, setError] = useState<FieldError | null>(null);
  const changes = changesOf(typed);
  usePendingWork(changes.length === 0 ? null : "unsaved");
  const texts = { ...shown, ...typed };
  const type = (field: Name, text: string) => {
    setTyped({ ...typed, [field]: text });
    setError(null);
  };
  return {
    ...{ id, texts, type },
    /** Closes the form without a save. */
    discard: onLeave,
    leave: () => {
      const refused = refusalOf(() => {
        for (const { check } of changes) check();
      });
      setError(refused);
      if (refused !== null) {
        const named = `[name="${refused.field ?? ""}"]`;
        const form = document.getElementById(id);
        form?.querySelector<HTMLElement>(named)?.focus();
        return;
      }
      for (const change of changes) make(change.make(), { name: change.name });
      onLeave();
    },
    errorOf: (field: Name) => (error?.field === field ? error.message : null),
    propsOf: (field: Name) => ({
      name: field,
      value: texts[field] as string,
      maxLength: (TYPED_TEXTS as Readonly<Record<string, Limit>>)[field]?.max,
      onChange: ({ target }: { readonly target: { readonly value: string } }) =>
        type(field, target.value),
    }),
  };
}

interface Limit {
  readonly max: number;
}

/** The change of the office's options, as a list; empty if nothing was changed. */
export function changesOfSettings(
  name: string,
  changed: SetOfficeSettingsArgs | null,
): FormChange[] {
  if (changed === null) return [];
  return [
    {
      name,
      check: () => settingsOfChange(changed),
      make: () => newChange(setOfficeSettings, changed),
    },
  ];
}
