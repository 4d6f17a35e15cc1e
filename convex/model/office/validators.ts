import { v, type Infer } from "convex/values";
import { OFFICE_STARTS } from "../../../domain/job/officeSettings";
import { changeArgs, literals } from "../validators";

export const crew = v.object({ key: v.string(), name: v.string() });

/** The options of an office. */
export const settingsFields = {
  company_name: v.optional(v.string()),
  opens_at: v.optional(v.number()),
  closes_at: v.optional(v.number()),
  start: v.optional(literals(OFFICE_STARTS)),
  crews: v.optional(v.array(crew)),
  company_address: v.optional(v.string()),
  company_phone: v.optional(v.string()),
  estimate_terms: v.optional(v.string()),
  valid_days: v.optional(v.number()),
  waste_percent: v.optional(v.number()),
  due_months: v.optional(v.number()),
};

export const settings = v.object(settingsFields);

/** All options but the crews, which `setCrew` changes. */
export const settingsArgs = changeArgs(settings.omit("crews").fields);

export const crewArgs = { key: v.string(), name: v.nullable(v.string()) };

export type Settings = Infer<typeof settings>;
