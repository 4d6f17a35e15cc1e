/** The office's options for estimates, as a form shows them and as a person types them. */
import { changedFields, isEmpty } from "@domain/changes/fields";
import type { SetOfficeSettingsArgs } from "@domain/changes/setOfficeSettings";
import { ESTIMATE_LABELS, type OfficeSettings } from "@domain/job/officeSettings";
import { formatPhone, normalizePhone } from "@domain/customer/phone";
import { textOrNull } from "@domain/text/text";

export type OfficeField = keyof typeof ESTIMATE_LABELS;

export const OFFICE_FIELDS = Object.keys(ESTIMATE_LABELS) as OfficeField[];

export const NUMBER_FIELDS: readonly OfficeField[] = ["valid_days", "waste_percent"];

export type OfficeTexts = Readonly<Record<OfficeField, string>>;

export function shownOffice(settings: OfficeSettings): OfficeTexts {
  const texts = OFFICE_FIELDS.map((field) => {
    const text = String(settings[field] ?? "");
    return [field, field === "company_phone" ? formatPhone(text) : text];
  });
  return Object.fromEntries(texts) as OfficeTexts;
}

function readTyped(field: OfficeField, typed: string): string | number | null {
  const text = textOrNull(typed);
  if (text === null) return null;
  if (NUMBER_FIELDS.includes(field)) return Number(text);
  return field === "company_phone" ? textOrNull(normalizePhone(text)) : text;
}

/** The arguments that a save sends; null if nothing was changed. */
export function changedOffice(
  settings: OfficeSettings,
  typed: Partial<OfficeTexts>,
): SetOfficeSettingsArgs | null {
  const fields = OFFICE_FIELDS.filter((field) => field in typed);
  const given = Object.fromEntries(
    fields.map((field) => [field, readTyped(field, typed[field] ?? "")]),
  );
  const stored = Object.fromEntries(fields.map((field) => [field, settings[field] ?? null]));
  const changed = changedFields(stored, given);
  return isEmpty(changed) ? null : changed;
}
