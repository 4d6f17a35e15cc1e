import { nullable, optional, parseInput } from "../calls/inputRules";
import { DUE_OUT_OF_RANGE, MAX_DUE_MONTHS } from "../job/jobInput";
import { clearableText } from "../calls/limitedText";
import { wholeNumberWithin } from "../calls/numberInput";
import {
  ESTIMATE_LABELS,
  MAX_WASTE_PERCENT,
  SETTING_LABELS,
  type OfficeSettings,
  type OfficeStart,
} from "../job/officeSettings";
import { invalidData, Refusal } from "../calls/refusals";
import { normalizePhone } from "../customer/phone";
import { nameLine } from "../text/oneLine";
import { textOrNull } from "../text/text";
import { DAY_MINUTES } from "../dates/times";
import type { Change } from "./change";
import { clearNulls } from "./fields";
import type { Write } from "./rows";

export const TIME_MALFORMED = "Enter a time of day, for example “8 AM”.";
export const OPENS_MISSING = "Enter when the office opens, or clear both times.";
export const CLOSES_MISSING = "Enter when the office closes, or clear both times.";
const MAX_VALID_DAYS = 365;
export const VALID_DAYS_OUT_OF_RANGE = `Enter from 1 to ${MAX_VALID_DAYS} days, or nothing.`;
export const WASTE_OUT_OF_RANGE = `Enter from 0 to ${MAX_WASTE_PERCENT} percent, or nothing.`;
export const CLOSES_TOO_EARLY = "Enter a time after the office opens.";

type SetOptions = Omit<OfficeSettings, "crews">;

/** The options that an office changes; null clears one, and a missing one stays. The hours are sent together. */
export type SetOfficeSettingsArgs = {
  readonly [Name in keyof SetOptions]: SetOptions[Name] | null;
};

/** Changes the options of an office. */
export const setOfficeSettings = {
  call: "office:setSettings",
  reads: () => ({}),
  apply: (_rows, args) => {
    const fields = settingsOfChange(args);
    return "company_name" in fields
      ? settingsWithName(fields)
      : [{ kind: "set", table: "settings", fields }];
  },
  values: Object.keys,
  title: "Office settings",
  make: (args: SetOfficeSettingsArgs) => ({
    args,
    subject: { key: "office settings", label: "Office settings" },
    // Texts that wait since an earlier release may set the company name too.
    needs: ["message templates"],
    field: null,
    label: [
      ...Object.entries(ESTIMATE_LABELS).flatMap(([name, label]) => (name in args ? [label] : [])),
      ...("opens_at" in args ? ["Office hours"] : []),
      ...("due_months" in args ? [SETTING_LABELS.due_months] : []),
      ...("start" in args ? [SETTING_LABELS.start] : []),
    ].join(", "),
  }),
} satisfies Change<SetOfficeSettingsArgs>;

/** Sets the company name, and clears the name that an earlier release has stored with the texts. */
export function settingsWithName(fields: OfficeSettings): Write[] {
  const moved = { message_company: undefined };
  return [
    { kind: "set", table: "settings", fields },
    { kind: "set", table: "templates", fields: moved },
  ];
}

const time = optional(nullable(wholeNumberWithin(0, DAY_MINUTES, TIME_MALFORMED)));

const settingsInput = {
  company_name: optional(clearableText("company_name", (text) => textOrNull(nameLine(text)))),
  company_address: optional(clearableText("company_address", textOrNull)),
  company_phone: optional(
    clearableText("company_phone", (text) => textOrNull(normalizePhone(text))),
  ),
  estimate_terms: optional(clearableText("estimate_terms", textOrNull)),
  valid_days: optional(nullable(wholeNumberWithin(1, MAX_VALID_DAYS, VALID_DAYS_OUT_OF_RANGE))),
  waste_percent: optional(nullable(wholeNumberWithin(0, MAX_WASTE_PERCENT, WASTE_OUT_OF_RANGE))),
  due_months: optional(nullable(wholeNumberWithin(1, MAX_DUE_MONTHS, DUE_OUT_OF_RANGE))),
  opens_at: time,
  closes_at: time,
  start: optional(nullable((start: OfficeStart) => start)),
};

/**
 * The fields to write; undefined clears one.
 *
 * @throws Refusal for an invalid time, for one hour without the other, and for an office that closes before it opens.
 */
export function settingsOfChange(args: SetOfficeSettingsArgs): OfficeSettings {
  const { opens_at, closes_at, ...rest } = parseInput(settingsInput, args);
  if (opens_at === undefined && closes_at === undefined) return clearNulls(rest);
  const hours = { opens_at: opens_at ?? null, closes_at: closes_at ?? null };
  requireHours(hours.opens_at, hours.closes_at);
  return clearNulls({ ...rest, ...hours });
}

function requireHours(opens: number | null, closes: number | null): void {
  if (opens === null && closes === null) return;
  if (opens === null) throw refused("opens_at", OPENS_MISSING);
  if (closes === null) throw refused("closes_at", CLOSES_MISSING);
  if (closes <= opens) throw refused("closes_at", CLOSES_TOO_EARLY);
}

function refused(field: string, sentence: string): Refusal {
  return new Refusal(invalidData(field, sentence));
}
