import { useRef, type ClipboardEvent, type KeyboardEvent } from "react";
import { FIELDS } from "@domain/calls/fields";
import { fillEmptyFields, type ContactFields } from "@domain/customer/pastedContact";
import { dismissToast, showToast } from "@/lib/toasts";
import { UNDO_TOAST_MS } from "@/offline/outbox/undoable";
import type { NewJobSession } from "./form/NewJobSession";
import type { JobFormControl } from "@/job/JobFormContext";

/** The fields that a contact can be pasted into. Notes take any text as it is. */
const TARGETS: readonly string[] = [
  "customer_name",
  "customer_phone",
  "customer_email",
  "job_address",
  "job_city",
] satisfies readonly (keyof ContactFields)[];

type Pasted = Partial<ContactFields>;

const TOAST_ID = "pasted-contact";

/**
 * Pasting an address or a signature into an empty field of a new job fills all empty fields that it names. Ctrl+Z, or
 * Undo in the toast, takes the whole paste back.
 */
export function usePastedContact(
  session: Pick<NewJobSession, "fill" | "empty">,
  { values, isLocked }: Pick<JobFormControl, "values" | "isLocked">,
) {
  const last = useRef<Pasted | null>(null);
  const takeBack = (pasted: Pasted) => {
    last.current = null;
    dismissToast(TOAST_ID);
    session.empty(pasted);
  };
  return {
    // Before the fields, which take what this leaves to them.
    onPasteCapture: (event: ClipboardEvent) => {
      const { target, clipboardData } = event;
      if (!(target instanceof HTMLInputElement) || target.value !== "") return;
      if (!TARGETS.includes(target.name) || isLocked) return;
      const text = clipboardData.getData("text/plain");
      const isCustomerChosen = values.job_customer_id !== "";
      const filled = fillEmptyFields(text, values, isCustomerChosen);
      if (filled === null) return;
      event.preventDefault();
      session.fill(filled.fields);
      last.current = filled.fields;
      showToast("message", `Pasted: ${labelsOf(filled.fields)}`, {
        id: TOAST_ID,
        duration: UNDO_TOAST_MS,
        ...(filled.left.length > 0 && {
          description: `Left out: ${filled.left.join("; ")}`,
        }),
        action: { label: "Undo", onClick: () => takeBack(filled.fields) },
      });
    },
    onKeyDown: (event: KeyboardEvent) => {
      const pasted = last.current;
      if (pasted === null || !isUndoKey(event)) return;
      // After more typing, the keys undo that.
      if (!Object.entries(pasted).every(isIn(values))) return;
      event.preventDefault();
      takeBack(pasted);
    },
  };
}

function isIn(values: ContactFields) {
  return ([name, text]: readonly [string, string]) => values[name as keyof ContactFields] === text;
}

function labelsOf(pasted: Pasted): string {
  const names = Object.keys(pasted) as (keyof ContactFields)[];
  return names.map((name) => FIELDS[name].label).join(", ");
}

function isUndoKey({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) {
  return key.toLowerCase() === "z" && ctrlKey !== metaKey && !altKey && !shiftKey;
}
