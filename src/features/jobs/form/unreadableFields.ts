import { UNREADABLE } from "@/components/ui/fieldControl";
import type { Closing } from "./FormSession";
import type { JobFormControl } from "@/job/JobFormContext";
import type { JobFieldName } from "@/job/jobFormFields";

/**
 * Leaves the fields whose text the browser cannot read, such as half a date, and returns the names of those of which
 * the form knew nothing, because the browser fires no event while such text is typed.
 */
export function leaveUnreadableFields(
  formId: string,
  form: Pick<JobFormControl, "values" | "leave">,
): JobFieldName[] {
  const inputs = document.querySelectorAll<HTMLInputElement>(`#${formId} input`);
  const names = [...inputs]
    .filter(({ validity }) => validity.badInput)
    .map(({ name }) => name as JobFieldName)
    // The fields of lines do not belong to the form.
    .filter((name) => (form.values[name] ?? UNREADABLE) !== UNREADABLE);
  for (const name of names) form.leave(name, UNREADABLE);
  return names;
}

/** Leaves the field of a line, which saves it. Returns whether the lines have accepted what was typed in them. */
export function leaveLines(formId: string): boolean {
  const lines = document.querySelector(`#${formId} [data-lines]`);
  const { activeElement } = document;
  if (activeElement instanceof HTMLElement && lines?.contains(activeElement)) activeElement.blur();
  const refused = lines?.querySelector<HTMLElement>("input:invalid");
  refused?.focus();
  return !refused;
}

/** Goes to the field that keeps the form open. Returns whether the form is done. */
export function goTo(formId: string, { isDone, at }: Closing): boolean {
  if (at !== undefined) focusField(formId, at);
  return isDone;
}

export function focusField(formId: string, name: string): void {
  document.querySelector<HTMLElement>(`#${formId} [name="${name}"]`)?.focus();
}
