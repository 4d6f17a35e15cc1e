import { entryColor, type EntryColor } from "@domain/job/calendar";

/** A bar in the color of the type, on its tint. */
const CLASSES: Record<EntryColor, string> = {
  darkRed: "border-entry-dark-red bg-entry-dark-red/(--entry-tint)",
  orange: "border-entry-orange bg-entry-orange/(--entry-tint)",
  green: "border-entry-green bg-entry-green/(--entry-tint)",
  amber: "border-entry-amber bg-entry-amber/(--entry-tint)",
  sky: "border-entry-sky bg-entry-sky/(--entry-tint)",
};

export function entryColorClass(type: string): string {
  return CLASSES[entryColor(type)];
}
