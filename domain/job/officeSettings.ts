/** The options of an office: one set for all its people. */
import type { Crew } from "./crews";
import type { MessageTemplates } from "../messages/messageTemplates";

/** Whether the office still shows what a new office has to do: it began empty, or a person has hidden it. */
export const OFFICE_STARTS = ["empty", "ready"] as const;

export type OfficeStart = (typeof OFFICE_STARTS)[number];

/** A missing value is not set. The hours are set together. */
export interface OfficeSettings {
  readonly company_name?: string | undefined;
  /** In minutes after midnight. */
  readonly opens_at?: number | undefined;
  /** In minutes after midnight; 1440 is the midnight that ends the day. */
  readonly closes_at?: number | undefined;
  readonly start?: OfficeStart | undefined;
  /** Printed on estimates below the company name. It may have several lines. */
  readonly company_address?: string | undefined;
  /** Digits only. */
  readonly company_phone?: string | undefined;
  /** Printed on every estimate below its total. */
  readonly estimate_terms?: string | undefined;
  /** The office's crews, in the order in which they were added. */
  readonly crews?: Crew[] | undefined;
  /** How many days an estimate is valid. */
  readonly valid_days?: number | undefined;
  /** Gutter coil that is cut off as waste, in percent of the gutter. */
  readonly waste_percent?: number | undefined;
  /** How many months after a gutter cleaning the next one is due. */
  readonly due_months?: number | undefined;
}

export type Setting = keyof OfficeSettings;

export const HOUR_LABELS = {
  opens_at: "Office opens",
  closes_at: "Office closes",
} as const;

/** For an office that has set none. */
export const DEFAULT_VALID_DAYS = 30;
export const DEFAULT_WASTE_PERCENT = 5;
export const MAX_WASTE_PERCENT = 100;

export const ESTIMATE_LABELS = {
  company_name: "Company name",
  company_phone: "Company phone",
  company_address: "Company address",
  estimate_terms: "Terms on estimates",
  valid_days: "Days an estimate is valid",
  waste_percent: "Waste of gutter coil in percent",
} as const;

export const SETTING_LABELS = {
  ...ESTIMATE_LABELS,
  ...HOUR_LABELS,
  start: "Start of the office",
  crews: "Crews",
  due_months: "Gutter cleaning due again after",
} as const satisfies Record<Setting, string>;

/** The settings with the company name, which earlier releases stored with the texts to customers. */
export function withCompanyName(
  settings: OfficeSettings,
  { message_company }: MessageTemplates,
): OfficeSettings {
  const company_name = settings.company_name ?? message_company;
  return { ...settings, company_name };
}

interface NamedWrite {
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>>;
}

/** The writes of a history entry, in which a company name that moves from the texts to the settings is one value. */
export function withOneName<Write extends NamedWrite>(writes: readonly Write[]): readonly Write[] {
  const settings = writes.find(({ after }) => "company_name" in after);
  const texts = writes.find(({ after }) => "message_company" in after);
  if (settings === undefined || texts === undefined) return writes;
  const named = (side: "before" | "after") => {
    const name = settings[side]?.["company_name"];
    const company_name = name ?? texts[side]?.["message_company"] ?? null;
    return { ...settings[side], company_name };
  };
  const { message_company: _moved, ...after } = texts.after;
  return writes.map((write) => {
    if (write === settings) return { ...write, before: named("before"), after: named("after") };
    return write === texts ? { ...write, after } : write;
  });
}
