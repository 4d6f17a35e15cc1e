/**
 * `crew:` in a search for jobs, beside its words: "crew:2 elm", 'crew:"Crew 2"', "crew:none". The beginning of a name
 * means each crew that it begins.
 */
import { knownCrew, NO_CREW_KEY, type Crews } from "./crews";
import { crewKey, crewOf, type CrewedJob } from "./crewVisits";
import { ENTRY_TYPES } from "./entryTypes";
import { holdsWords, searchText, wordsOf } from "../names/search";
import { FIELD_OF_VISIT } from "./visits";

/** Means visits without a crew, unless the office has a crew with this name. */
const TYPED_NONE = "none";

/** A name with spaces is quoted; the second mark is missing while it is being typed. */
const TYPED_CREW = /(?<!\S)crew:(?:["“”]([^"“”]*)["“”]?|(\S+))/giu;

export type CrewSearch = {
  /** The typed names. */
  readonly names: readonly string[];
  /** The rest of the typed text. */
  readonly words: string;
};

export function parseCrews(typed: string): CrewSearch {
  const found = [...typed.matchAll(TYPED_CREW)];
  return {
    names: found.map(([, quoted, word]) => quoted ?? word ?? ""),
    words: typed.replace(TYPED_CREW, " ").trim(),
  };
}

/** The keys of the crews that are meant by a typed name. A crew that only jobs name is meant by its whole name. */
export function crewsMeant(name: string, office: Crews): readonly string[] {
  const known = knownCrew(name, office) ?? knownCrew(`crew ${name}`, office);
  if (known !== undefined) return [known.key];
  const begun = (office.crews ?? []).filter((crew) =>
    holdsWords(searchText(wordsOf(crew.name)), wordsOf(name)),
  );
  if (begun.length > 0) return begun.map(({ key }) => key);
  if (crewKey(name) === TYPED_NONE) return [NO_CREW_KEY];
  const typed = [crewKey(name), crewKey(`crew ${name}`)];
  return typed.filter((key) => key !== NO_CREW_KEY);
}

/** Whether one of the crews makes a visit of the job. The key of "no crew" matches a visit with a date and no crew. */
export function hasCrew(job: CrewedJob, keys: readonly string[]): boolean {
  return ENTRY_TYPES.some((type) => {
    const key = crewKey(crewOf(job, type));
    const isVisit = key !== NO_CREW_KEY || job[FIELD_OF_VISIT[type]] !== undefined;
    return isVisit && keys.includes(key);
  });
}
