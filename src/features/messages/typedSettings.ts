/** The office's options, from their stored values to the texts of a form and back. */
import { changedFields, isEmpty } from "@domain/changes/fields";
import type { SetOfficeSettingsArgs } from "@domain/changes/setOfficeSettings";
import type { OfficeSettings } from "@domain/job/officeSettings";
import { textOrNull } from "@domain/text/text";
import { DAY_MINUTES, formatMinute } from "@domain/dates/times";
import { readTypedMinute } from "@domain/job/typedTimes";

type HourField = "opens_at" | "closes_at";

type Texts = Readonly<Record<"company_name" | HourField, string>>;

export function shownSettings(settings: OfficeSettings): Texts {
  const { company_name = "", opens_at, closes_at } = settings;
  return {
    company_name,
    opens_at: opens_at === undefined ? "" : formatMinute(opens_at),
    closes_at: closes_at === undefined ? "" : formatMinute(closes_at),
  };
}

/** Null for an empty text, NaN for an unreadable one. "8" is in the morning for opening, in the evening for closing. */
function readHour(field: HourField, typed: string): number | null {
  if (textOrNull(typed) === null) return null;
  const likely = field === "opens_at" ? "morning" : "evening";
  const minute = readTypedMinute(typed, likely) ?? Number.NaN;
  return field === "closes_at" && minute === 0 ? DAY_MINUTES : minute;
}

/** A typed time as it is shown: "8" becomes "8:00 AM". An unreadable text stays. */
export function settledHour(field: HourField, typed: string): string {
  const minute = readHour(field, typed);
  return minute === null || Number.isNaN(minute) ? typed : formatMinute(minute);
}

/** The arguments that a save sends, always with both hours. Null if nothing was changed. */
export function changedSettings(
  settings: OfficeSettings,
  typed: Partial<Texts>,
): SetOfficeSettingsArgs | null {
  const texts = { ...shownSettings(settings), ...typed };
  const hours = {
    opens_at: readHour("opens_at", texts.opens_at),
    closes_at: readHour("closes_at", texts.closes_at),
  };
  const { company_name = null, opens_at = null, closes_at = null } = settings;
  const changed = {
    ...changedFields({ company_name }, { company_name: textOrNull(texts.company_name) }),
    ...(!isEmpty(changedFields({ opens_at, closes_at }, hours)) && hours),
  };
  return isEmpty(changed) ? null : changed;
}
