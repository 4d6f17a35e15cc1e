import { useState } from "react";
import {
  setOfficeSettings,
  settingsOfChange,
  type SetOfficeSettingsArgs,
} from "@domain/changes/setOfficeSettings";
import { refusalOf, type FieldError } from "@/lib/fieldError";
import { usePendingWork } from "@/lib/pendingWork";
import { newChange } from "@/offline/outbox/newChange";
import { useChange } from "./useChange";

interface SettingsFormOptions<Texts> {
  /** Names the options in toasts. */
  readonly name: string;
  /** What a save sends; null if nothing was changed. */
  readonly changeOf: (typed: Partial<Texts>) => SetOfficeSettingsArgs | null;
  /** Called when nothing is left to save. */
  readonly onLeave: () => void;
}

/** A form of options of the office. Leaving it saves what was typed, as in a job; a refused text keeps it open. */
export function useSettingsForm<Texts extends object>({
  name,
  changeOf,
  onLeave,
}: SettingsFormOptions<Texts>) {
  const { make } = useChange();
  const [typed, setTyped] = useState<Partial<Texts>>({});
  const [error, setError] = useState<FieldError | null>(null);
  const change = changeOf(typed);
  usePendingWork(change === null ? null : "unsaved");
  return {
    typed,
    errorOf: (field: keyof Texts) =>
      error?.field === field ? error.message : null,
    type: (field: keyof Texts, text: string) => {
      setTyped({ ...typed, [field]: text });
      setError(null);
    },
    leave: () => {
      const refused = refusalOf(() => settingsOfChange(change ?? {}));
      setError(refused);
      if (refused !== null) return;
      if (change !== null) make(newChange(setOfficeSettings, change), { name });
      onLeave();
    },
  };
}
