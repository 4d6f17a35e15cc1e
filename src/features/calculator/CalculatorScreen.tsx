import { useId, useState } from "react";
import {
  gutterResult,
  LENGTH_WEIGHT_UNITS,
  otherUnit,
  type LengthWeightUnit,
} from "@domain/stock/calculator";
import { GUTTER_SIZES, gutterSizeLabel, type GutterSize } from "@domain/stock/gutterSizes";
import { Page, PageHeader } from "@/components/Page";
import { CommonAmounts } from "./CommonAmounts";
import { Card } from "@/components/ui/Card";
import { Field } from "@/components/ui/Field";
import { Input } from "@/components/ui/Input";
import { SegmentedControl } from "@/components/ui/SegmentedControl";
import { useFontAtOnce } from "@/lib/useFontAtOnce";

const SIZE_OPTIONS = GUTTER_SIZES.map((size) => ({
  value: size,
  label: gutterSizeLabel(size),
}));

const UNIT_OPTIONS = LENGTH_WEIGHT_UNITS.map((unit) => ({
  value: unit,
  label: unit,
}));

const AMOUNT_LABELS: Record<LengthWeightUnit, string> = {
  ft: "Length in feet",
  lb: "Weight in pounds",
};

const RESULT_LABELS: Record<LengthWeightUnit, string> = {
  ft: "Length",
  lb: "Weight",
};

export function CalculatorScreen() {
  useFontAtOnce();
  const [size, setSize] = useState<GutterSize>(GUTTER_SIZES[0]);
  const [unit, setUnit] = useState<LengthWeightUnit>("ft");
  const [text, setText] = useState("");
  const labelId = useId();
  const resultUnit = otherUnit(unit);

  return (
    <Page>
      <PageHeader title="Calculator" />
      <div className="grid items-start gap-4 sm:gap-5 lg:grid-cols-[26rem_minmax(0,1fr)]">
        <Card className="overflow-hidden">
          <div className="flex flex-col gap-5 p-5">
            <div className="flex flex-wrap justify-between gap-3">
              <SegmentedControl
                label="Gutter size"
                options={SIZE_OPTIONS}
                value={size}
                onChange={setSize}
              />
              <SegmentedControl
                label="Unit"
                options={UNIT_OPTIONS}
                value={unit}
                onChange={setUnit}
              />
            </div>
            <Field label={AMOUNT_LABELS[unit]}>
              <div className="relative">
                <Input
                  inputMode="decimal"
                  autoComplete="off"
                  enterKeyHint="done"
                  placeholder="0"
                  className="pr-10 text-lg! tabular-nums sm:h-11"
                  value={text}
                  onChange={(event) => setText(event.target.value)}
                />
                <span
                  aria-hidden="true"
                  className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 text-ink-muted"
                >
                  {unit}
                </span>
              </div>
            </Field>
          </div>
          <div
            role="group"
            aria-labelledby={labelId}
            className="border-t border-line bg-sunken px-5 py-4"
          >
            <p id={labelId} className="text-sm font-medium text-ink-muted">
              {RESULT_LABELS[resultUnit]} of {size} in gutter
            </p>
            <p
              aria-live="polite"
              aria-atomic="true"
              className="mt-1 flex items-baseline gap-2 text-4xl font-semibold tracking-tight [overflow-wrap:anywhere] tabular-nums"
            >
              {gutterResult(text, unit, size)}{" "}
              <span className="text-lg font-normal tracking-normal text-ink-muted">
                {resultUnit}
              </span>
            </p>
          </div>
        </Card>
        <CommonAmounts unit={unit} size={size} />
      </div>
    </Page>
  );
}
