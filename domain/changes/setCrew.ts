import { MAX_CREWS, type Crew } from "../job/crews";
import { crewKey } from "../job/crewVisits";
import { nullable, parseInput } from "../calls/inputRules";
import { requiredText } from "../calls/limitedText";
import { oneLine } from "../text/oneLine";
import { invalidData, Refusal } from "../calls/refusals";
import type { Change } from "./change";

interface SetCrewArgs {
  /** See Crew. */
  readonly key: string;
  /** Null takes the crew off the list: jobs keep the name that they have. */
  readonly name: string | null;
}

export const CREW_NAME_REQUIRED = "Enter the name of the crew.";
export const CREW_NAME_TAKEN = "Another crew has this name. Enter a different one.";
export const TOO_MANY_CREWS = `Keep at most ${MAX_CREWS} crews.`;

const crewInput = {
  name: nullable(requiredText("crew", CREW_NAME_REQUIRED, oneLine)),
};

/** Adds a crew to the office's list, renames it everywhere, or takes it off the list. */
export const setCrew = {
  call: "office:setCrew",
  reads: () => ({ settings: true }),
  apply: ({ settings: { crews } = {} }, args) => [
    {
      kind: "set",
      table: "settings",
      fields: { crews: crewsOfChange(crews, args) },
    },
  ],
  values: () => ["crews"],
  title: "Crews",
  make: (key: string, name: string | null) => ({
    args: { key, name },
    subject: { key: "crews", label: "Crews" },
    field: null,
    label: name ?? "Crew removed",
  }),
} satisfies Change<SetCrewArgs>;

/**
 * The list after the change. A crew that was added on two devices is one crew.
 *
 * @throws Refusal for an invalid name, for another crew's name, and for too many crews.
 */
export function crewsOfChange(
  crews: readonly Crew[] = [],
  { key: given, ...args }: SetCrewArgs,
): Crew[] {
  const { name } = parseInput(crewInput, args);
  const key = crewKey(given);
  const others = crews.filter((crew) => crew.key !== key);
  if (name === null) return others;
  if (others.some((crew) => crewKey(crew.name) === crewKey(name)))
    throw new Refusal(invalidData("name", CREW_NAME_TAKEN));
  if (others.length >= MAX_CREWS) throw new Refusal(invalidData("name", TOO_MANY_CREWS));
  const crew = { key, name };
  return others.length === crews.length
    ? [...crews, crew]
    : crews.map((each) => (each.key === key ? crew : each));
}
