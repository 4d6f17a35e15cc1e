import { setUnit } from "@domain/changes/setUnit";
import { unitInput, type UnitName } from "@domain/estimate/units";
import { parseInput } from "@domain/calls/inputRules";
import { DialogFrame } from "@/components/ui/Dialog";
import { Field } from "@/components/ui/Field";
import { FormPanel } from "@/components/ui/FormPanel";
import { Input } from "@/components/ui/Input";
import { SegmentedControl } from "@/components/ui/SegmentedControl";
import type { Item } from "@/offline/inventoryQueries";
import { newChange } from "@/offline/outbox/newChange";
import { useSettingsForm } from "@/offline/useSettingsForm";

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

/** Sets the unit in which an item is counted. */
export function UnitDialog({ item, pair, onClose }: UnitDialogProps) {
  const form = useSettingsForm({
    shown: shownUnit(item),
    changesOf: (typed) => changesOfUnit(item, pair, typed),
    onLeave: onClose,
  });
  const { unit } = form.texts;
  return (
    <DialogFrame>
      <FormPanel
        form={form}
        title={pair ? `${item.name} and ${pair.name}` : item.name}
        description="The unit that is counted and priced. No price changes with it."
        className="flex flex-col items-start gap-4"
      >
        <SegmentedControl
          label="Unit"
          options={UNITS}
          value={unit}
          onChange={(chosen) => form.type("unit", chosen)}
        />
        {unit === "piece" && (
          <Field
            label="Feet of a piece"
            hint="For what is sold in lengths, such as 10. Else leave it empty."
            error={form.errorOf("pieceFeet")}
          >
            <Input inputMode="numeric" autoComplete="off" {...form.propsOf("pieceFeet")} />
          </Field>
        )}
      </FormPanel>
    </DialogFrame>
  );
}

interface UnitTexts {
  readonly unit: UnitName;
  readonly pieceFeet: string;
}

function shownUnit({ unit = "piece", pieceFeet }: Item): UnitTexts {
  return { unit, pieceFeet: String(pieceFeet ?? "") };
}

function changesOfUnit(item: Item, pair: Item | null, typed: Partial<UnitTexts>) {
  const shown = shownUnit(item);
  const { unit, pieceFeet } = { ...shown, ...typed };
  const feet = unit === "piece" ? pieceFeet.trim() : "";
  const given = { unit, pieceFeet: feet === "" ? null : Number(feet) };
  if (unit === shown.unit && (unit === "foot" || feet === shown.pieceFeet)) return [];
  return [
    {
      name: pair ? `${item.name} and ${pair.name}` : item.name,
      check: () => parseInput(unitInput, given),
      make: () => newChange(setUnit, item, pair, given),
    },
  ];
}
