/** The options of an office: one set for all its people. */
import type { MessageTemplates } from "./messageKinds";

/** A missing value is not set. The hours are set together. */
export interface OfficeSettings {
  readonly company_name?: string | undefined;
  /** Minutes after midnight. */
  readonly opens_at?: number | undefined;
  /** Minutes after midnight; 1440 is the midnight that ends the day. */
  readonly closes_at?: number | undefined;
}

export type Setting = keyof OfficeSettings;

export const HOUR_LABELS = {
  opens_at: "Office opens",
  closes_at: "Office closes",
} as const;

export const SETTING_LABELS = {
  company_name: "Company name",
  ...HOUR_LABELS,
} as const satisfies Record<Setting, string>;

/** The settings with the company name, which earlier releases have stored with the texts to customers. */
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

/** The writes of a history entry, where a company name that moves from the texts to the settings is one value. */
export function withOneName<Write extends NamedWrite>(
  writes: readonly Write[],
): readonly Write[] {
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
    if (write === settings)
      return { ...write, before: named("before"), after: named("after") };
    return write === texts ? { ...write, after } : write;
  });
}
