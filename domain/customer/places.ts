/** The fields that say where a job is. */
export const PLACE_FIELDS = ["job_address", "job_city"] as const;

export interface Place {
  readonly job_address: string;
  readonly job_city?: string | undefined;
}

/** "12 Elm Street, Troy"; the parts that are blank are left out. */
export function placeText(place: Place): string {
  return PLACE_FIELDS.map((field) => place[field]?.trim())
    .filter(Boolean)
    .join(", ");
}

/** The place without the state and ZIP code at its end, for a list of one area: "12 Elm Street, Troy". */
export function shortPlaceText(place: Place): string {
  return placeText(place).replace(/,? [A-Z]{2} [\d-]{5,10}$/, "");
}
