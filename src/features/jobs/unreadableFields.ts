import { UNREADABLE } from "@/components/ui/fieldControl";
import type { JobFormControl } from "./JobFormContext";
import type { JobFieldName } from "./jobFormFields";

/**
 * Shows the errors of the fields whose text the browser cannot read, such as
 * half a date, and returns the names of those that the form did not know: the
 * browser fires no event while such text is typed.
 */
export function leaveUnreadableFields(
  formId: string,
  form: Pick<JobFormControl, "values" | "leave">,
): JobFieldName[] {
  const inputs = document.querySelectorAll<HTMLInputElement>(
    `#${formId} input`,
  );
  const names = [...inputs]
    .filter(({ validity }) => validity.badInput)
    .map(({ name }) => name as JobFieldName)
    .filter((name) => form.values[name] !== UNREADABLE);
  for (const name of names) form.leave(name, UNREADABLE);
  return names;
}

export function focusField(formId: string, name: JobFieldName): void {
  document.querySelector<HTMLElement>(`#${formId} [name="${name}"]`)?.focus();
}
