import { v, type Infer } from "convex/values";
import { changeArgs } from "../validators";

/** The options of an office. */
export const settingsFields = {
  company_name: v.optional(v.string()),
  opens_at: v.optional(v.number()),
  closes_at: v.optional(v.number()),
};

export const settings = v.object(settingsFields);

export const settingsArgs = changeArgs(settingsFields);

export type Settings = Infer<typeof settings>;
