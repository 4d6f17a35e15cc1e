import { useState } from "react";
import { setUnit } from "@domain/changes/setUnit";
import { unitInput, type UnitName } from "@domain/estimate/units";
import { checkInput } from "@domain/inputRules";
import { Button } from "@/components/ui/Button";
import { Dialog } from "@/components/ui/Dialog";
import { Field } from "@/components/ui/Field";
import { Input } from "@/components/ui/Input";
import { SegmentedControl } from "@/components/ui/SegmentedControl";
import type { Item } from "@/features/inventory/inventoryQueries";
import { usePendingWork } from "@/lib/pendingWork";
import { newChange } from "@/offline/outbox/newChange";
import { useChange } from "@/offline/useChange";

const FORM_ID = "item-unit";

const UNITS = [
  { value: "foot", label: "Foot" },
  { value: "piece", label: "Piece" },
] as const;

interface UnitDialogProps {
  readonly item: Item;
  /** The paired item, which is counted in the same unit. */
  readonly pair: Item | null;
  readonly onClose: () => void;
}

/** What an item is counted in. Leaving it saves what was chosen, as in a job. */
export function UnitDialog({ item, pair, onClose }: UnitDialogProps) {
  const { make } = useChange();
  const [unit, setName] = useState<UnitName>(item.unit ?? "piece");
  const [feet, setFeet] = useState(String(item.pieceFeet ?? ""));
  const [error, setError] = useState<string | null>(null);
  const isChanged =
    unit !== (item.unit ?? "piece") ||
    (unit === "piece" && feet.trim() !== String(item.pieceFeet ?? ""));
  usePendingWork(isChanged ? "unsaved" : null);
  const leave = () => {
    const isLength = unit === "piece" && feet.trim() !== "";
    const given = { pieceFeet: isLength ? Number(feet) : null };
    const { data, errors } = checkInput(unitInput, given);
    setError(errors?.[0]?.message ?? null);
    if (data === undefined) return;
    if (isChanged) {
      const change = newChange(setUnit, item, pair, { unit, ...data });
      make(change, { name: change.subject.label });
    }
    onClose();
  };
  return (
    <Dialog
      title={pair ? `${item.name} and ${pair.name}` : item.name}
      description="The unit that is counted and priced. No price changes with it."
      onClose={leave}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            Discard
          </Button>
          <Button variant="primary" type="submit" form={FORM_ID}>
            Save
          </Button>
        </>
      }
    >
      <form
        id={FORM_ID}
        noValidate
        className="flex flex-col items-start gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          leave();
        }}
      >
        <SegmentedControl
          label="Unit"
          options={UNITS}
          value={unit}
          onChange={setName}
        />
        {unit === "piece" && (
          <Field
            label="Feet of a piece"
            hint="For what is sold in lengths, such as 10. Else leave it empty."
            error={error}
          >
            <Input
              inputMode="numeric"
              autoComplete="off"
              value={feet}
              onChange={({ target }) => {
                setFeet(target.value);
                setError(null);
              }}
            />
          </Field>
        )}
      </form>
    </Dialog>
  );
}
