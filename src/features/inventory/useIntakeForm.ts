import { useMutation } from "convex/react";
import { useState } from "react";
import { api } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";
import { useSave } from "@/lib/useSave";
import {
  blankRow,
  countRows,
  isBlank,
  missingErrors,
  serverErrors,
  toIntake,
  typedErrors,
  type DraftRow,
  type Intake,
  type RowErrors,
} from "./intakeRows";

/** The rows of the dialog. One mutation submits all of them or none. */
export function useIntakeForm(onDone: () => void) {
  const { rows, errors, setErrors, change, add, remove } = useDraftRows();
  const record = useMutation(api.inventory.recordIntake);
  const { save, isSaving } = useSave();

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
        shows: (error) => serverErrors(intake, error) !== null,
      },
    );
    if (outcome.ok) onDone();
    else setErrors(serverErrors(intake, outcome.error) ?? {});
  };

  const submit = async () => {
    if (isSaving) return;
    const intake = toIntake(rows);
    const invalid = typedErrors(rows);
    if (Object.keys(invalid).length > 0) setErrors(invalid);
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

/** The rows as typed, one blank at first, with the errors of the last submit. */
function useDraftRows() {
  const [rows, setRows] = useState<readonly DraftRow[]>([blankRow(0)]);
  const [nextId, setNextId] = useState(1);
  const [errors, setErrors] = useState<RowErrors>({});

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

  return { rows, errors, setErrors, change, add, remove };
}
