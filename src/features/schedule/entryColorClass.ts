import { entryColor, type EntryColor } from "@domain/calendar";

const CLASSES: Record<EntryColor, string> = {
  darkRed: "bg-entry-dark-red text-entry-on-dark",
  orange: "bg-entry-orange text-entry-on-light",
  green: "bg-entry-green text-entry-on-dark",
  amber: "bg-entry-amber text-entry-on-light",
  sky: "bg-entry-sky text-entry-on-light",
};

export function entryColorClass(type: string): string {
  return CLASSES[entryColor(type)];
}
