import { api } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";
import { useMutation } from "convex/react";
import { useState } from "react";
import { useSave } from "@/lib/useSave";
import {
  blankRow,
  countRows,
  isBlank,
  missingErrors,
  quantityErrors,
  refusalErrors,
  toIntake,
  type DraftRow,
  type Intake,
  type RowErrors,
} from "./intakeRows";

/** The rows until they are submitted, all in one transaction or none. */
export function useIntakeForm(onDone: () => void) {
  const [rows, setRows] = useState<readonly DraftRow[]>([blankRow(0)]);
  const [nextId, setNextId] = useState(1);
  const [errors, setErrors] = useState<RowErrors>({});
  const record = useMutation(api.inventory.recordIntake);
  const { save, isSaving } = useSave();

  const change = (id: number, next: DraftRow) => {
    setRows((before) => before.map((row) => (row.id === id ? next : row)));
    setErrors((before) => ({ ...before, [id]: {} }));
  };
  const add = () => {
    setRows((before) => [...before, blankRow(nextId)]);
    setNextId(nextId + 1);
  };
  const remove = (id: number) =>
    setRows((before) => before.filter((row) => row.id !== id));

  const send = async (intake: Intake) => {
    const { entries, skippedCount } = intake;
    const skipped =
      skippedCount > 0
        ? `, ${countRows(skippedCount)} without an item or a quantity skipped`
        : "";
    const outcome = await save(
      () =>
        record({
          entries: entries.map(({ itemId, ...entry }) => ({
            ...entry,
            itemId: itemId as Id<"inventoryItems">,
          })),
        }),
      {
        name: `${countRows(entries.length)}${skipped}`,
        saved: "Inventory added",
        failed: "Inventory not added",
        shows: (error) => refusalErrors(intake, error) !== null,
      },
    );
    if (outcome.ok) onDone();
    else setErrors(refusalErrors(intake, outcome.error) ?? {});
  };

  const submit = async () => {
    if (isSaving) return;
    const intake = toIntake(rows);
    const mistakes = quantityErrors(rows);
    if (Object.keys(mistakes).length > 0) setErrors(mistakes);
    else if (intake.entries.length > 0) await send(intake);
    else if (rows.every(isBlank)) onDone();
    else setErrors(missingErrors(rows));
  };

  return {
    rows,
    errors,
    isFilled: !rows.every(isBlank),
    isSaving,
    change,
    add,
    remove,
    submit,
  };
}
