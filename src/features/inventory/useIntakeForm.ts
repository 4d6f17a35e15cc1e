import { useState } from "react";
import { recordIntake } from "@domain/changes/recordIntake";
import { newChange } from "@/offline/outbox/newChange";
import { useChange } from "@/offline/useChange";
import { randomUuid } from "@/lib/randomUuid";
import {
  blankRow,
  countRows,
  intakeQuestions,
  isBlank,
  missingErrors,
  serverErrors,
  toIntake,
  typedErrors,
  type DraftRow,
  type Intake,
  type RowErrors,
} from "./intakeRows";
import { useStockOf, type Item } from "@/offline/inventoryQueries";

/** The rows of the dialog. One mutation submits all of them or none. */
export function useIntakeForm(items: readonly Item[] | undefined, onDone: () => void) {
  const { setErrors, ...draft } = useDraftRows();
  const { rows } = draft;
  const { isAnswered, ...asked } = useQuestions(draft, items);
  const { record, isSaving } = useRecording();

  const send = async (intake: Intake) => {
    const outcome = await record(intake);
    if (outcome.ok) onDone();
    else setErrors(serverErrors(intake, outcome.error) ?? {});
  };

  const submit = async () => {
    if (isSaving) return;
    const intake = toIntake(rows);
    const invalid = typedErrors(rows);
    if (Object.keys(invalid).length > 0) setErrors(invalid);
    else if (intake.entries.length > 0) {
      if (isAnswered(intake)) await send(intake);
    } else if (rows.every(isBlank)) onDone();
    else setErrors(missingErrors(rows));
  };

  return {
    ...draft,
    ...asked,
    isFilled: !rows.every(isBlank),
    isSaving,
    submit,
  };
}

function useRecording() {
  const { submit, isSubmitting } = useChange();
  const record = async (intake: Intake) =>
    await submit(newChange(recordIntake, intake.entries, randomUuid()), {
      name: `${countRows(intake.entries.length)}${skippedText(intake.skippedCount)}`,
      saved: "Inventory added",
      failed: "Inventory not added",
      shows: (error) => serverErrors(intake, error) !== null,
    });
  return { record, isSaving: isSubmitting };
}

function skippedText(count: number): string {
  return count > 0 ? `, ${countRows(count)} without an item or a quantity skipped` : "";
}

/** Asks once about unusual amounts. Submitting the same rows again confirms them. */
function useQuestions(
  { rows, change }: Pick<ReturnType<typeof useDraftRows>, "rows" | "change">,
  items: readonly Item[] | undefined,
) {
  const [questions, setQuestions] = useState<Readonly<Record<number, string>>>({});
  const categoryOf = (itemId: string) => items?.find(({ _id }) => _id === itemId)?.category;
  const stockOf = useStockOf(rows.flatMap(({ itemId }) => categoryOf(itemId) ?? []));
  const isAnswered = (intake: Intake): boolean => {
    const found = intakeQuestions(intake, ({ itemId, colorNumber }) => {
      const category = categoryOf(itemId);
      return category === undefined || colorNumber === undefined
        ? null
        : stockOf(category, colorNumber);
    });
    setQuestions(found);
    return Object.entries(found).every(([id, question]) => questions[Number(id)] === question);
  };
  return {
    /** The questions to answer before the rows are sent, by row id. */
    questions,
    isAnswered,
    change: (id: number, next: DraftRow) => {
      setQuestions(({ [id]: _dropped, ...others }) => others);
      change(id, next);
    },
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
  const remove = (id: number) => setRows((before) => before.filter((row) => row.id !== id));

  return { rows, errors, setErrors, change, add, remove };
}
