import { useState } from "react";
import { ConfirmButton } from "@/components/ui/ConfirmButton";
import { Field } from "@/components/ui/Field";
import { Select } from "@/components/ui/Select";
import type { Teammate } from "@/session/teamApi";

interface HandOverProps {
  readonly others: readonly Teammate[];
  readonly isBusy: boolean;
  readonly onHandOver: (person: Teammate) => void;
}

/** Shown to the founder in place of the Leave button: lets them hand over their role. */
export function HandOver({ others, isBusy, onHandOver }: HandOverProps) {
  const [chosenId, setChosenId] = useState<string | null>(null);
  const chosen = others.find(({ id }) => id === chosenId) ?? others[0];
  if (chosen === undefined) {
    return (
      <p className="text-sm text-ink-muted">
        You founded this workspace and are alone in it. If you left, nobody could open its data
        again.
      </p>
    );
  }
  return (
    <div className="flex flex-col gap-3">
      <p className="text-sm text-ink-muted">
        You are the founder: nobody can remove you. To leave, hand over this role first.
      </p>
      <div className="flex flex-wrap items-end gap-2">
        <Field label="New founder" className="grow basis-40">
          <Select value={chosen.id} onChange={(event) => setChosenId(event.target.value)}>
            {others.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
        <ConfirmButton
          className="border border-line max-sm:grow"
          confirmLabel="Confirm Hand Over"
          busy={isBusy}
          onConfirm={() => onHandOver(chosen)}
        >
          Hand over
        </ConfirmButton>
      </div>
    </div>
  );
}
