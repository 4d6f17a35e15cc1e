/**
 * The crew in a typed line: "crew 2" of "Crew 2", and "crew ana" of "Ana", whose name alone may be a customer's. Only a
 * crew of the office is read. Other words stay what they are without it.
 */
import { crewText, type Crew, type Crews } from "./crews";
import type { LineText } from "./lineText";

/** The first crew of the line, as a job stores it. */
export function takeCrew(line: LineText, { crews = [] }: Crews): string | undefined {
  const crew = crews.find((each) => [each.name, each.key].some((name) => takeName(line, name)));
  return crew && crewText(crew);
}

function takeName(line: LineText, name: Crew["name"]): boolean {
  const words = name.replace(/^crew\b[\s:]*/i, "").match(/\S+/g) ?? [];
  if (words.length === 0) return false;
  const text = words.map(escaped).join("\\s+");
  const pattern = `(?<![^\\s,;|])crew(?:[:\\s]\\s*|(?=\\d))${text}(?![^\\s,;|])`;
  return line.take("crew", new RegExp(pattern, "i")) !== null;
}

/** The word for a regular expression. */
function escaped(word: string): string {
  return word.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}
