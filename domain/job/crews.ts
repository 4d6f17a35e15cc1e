/**
 * Who makes a visit: the crew of an estimate and the crew of an install, which are rarely the same. A job stores the
 * name that its crew had when it was entered. The office's list gives a crew its present name, so that it is renamed
 * everywhere at once.
 */
import { crewKey, crewOf, type CrewedJob, type CrewField } from "./crewVisits";
import { ENTRY_TYPES } from "./entryTypes";
import { oneLine } from "../text/oneLine";
import { compareNames } from "../text/text";
import type { Visit } from "./visits";

export interface Crew {
  /** The folded name under which the crew was first entered. */
  readonly key: string;
  readonly name: string;
}

/** The office's list of crews. */
export interface Crews {
  readonly crews?: readonly Crew[] | undefined;
}

/** Shown for a visit without a crew. */
export const NO_CREW = "No crew";

/** The key of a visit without a crew. */
export const NO_CREW_KEY = "";

/** More crews than a contractor has: a list for one dialog. */
export const MAX_CREWS = 40;

/** What a crew is called now. */
export function crewName(text: string | undefined, { crews = [] }: Crews): string {
  const key = crewKey(text);
  if (text === undefined || key === NO_CREW_KEY) return NO_CREW;
  return crews.find((crew) => crew.key === key)?.name ?? text;
}

/** The job with the present names of its crews. */
export function withCrewNames<Job extends CrewedJob>(job: Job, office: Crews): Job {
  const named: { -readonly [Field in CrewField]?: string } = {};
  for (const type of ENTRY_TYPES) {
    const crew = crewOf(job, type);
    if (crew !== undefined) named[`job_${type}_crew`] = crewName(crew, office);
  }
  return { ...job, ...named };
}

/** What a job stores of a crew: the name under which it was first entered. */
export function crewText({ key, name }: Crew): string {
  return crewKey(name) === key ? name : key;
}

/** The crew that a person means by a name, by its present name first; undefined for a name that the list lacks. */
export function knownCrew(text: string, { crews = [] }: Crews): Crew | undefined {
  const key = crewKey(text);
  return crews.find(({ name }) => crewKey(name) === key) ?? crews.find((crew) => crew.key === key);
}

/** The office's list, followed by the crews that only visits name, sorted by name. */
export function withUsedCrews(
  { crews = [] }: Crews,
  used: readonly (string | undefined)[],
): readonly Crew[] {
  const others = new Map<string, Crew>();
  for (const text of used) {
    const key = crewKey(text);
    const isKnown = crews.some((crew) => crew.key === key);
    if (text !== undefined && key !== NO_CREW_KEY && !isKnown) others.set(key, { key, name: text });
  }
  const byName = [...others.values()].sort((a, b) => compareNames(a.name, b.name));
  return [...crews, ...byName];
}

/** What a job stores of a crew that a person names: of one that the list lacks, the name itself. */
export function storedCrew(text: string, office: Crews): string {
  const known = knownCrew(text, office);
  return known === undefined ? oneLine(text) : crewText(known);
}

/** The crews of the visits of jobs. */
export function crewsOfJobs(jobs: readonly CrewedJob[]): (string | undefined)[] {
  return jobs.flatMap((job) => ENTRY_TYPES.map((type) => crewOf(job, type)));
}

/** Whether the crew with this key makes the visit; true without a key. */
export function isOfCrew(
  { job, type }: Pick<Visit<CrewedJob>, "job" | "type">,
  crew: string | undefined,
): boolean {
  return crew === undefined || crewKey(crewOf(job, type)) === crew;
}

/** Whether two visits take the same people, as far as they are known: a visit without a crew may be anybody's. */
export function mayCollide(one: string | undefined, other: string | undefined): boolean {
  const [a, b] = [crewKey(one), crewKey(other)];
  return a === b || a === NO_CREW_KEY || b === NO_CREW_KEY;
}
