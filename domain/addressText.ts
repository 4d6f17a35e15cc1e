/** Street addresses of the United States in running text: where a street ends, and what is a city with its state. */
import { foldText } from "./text";

export const STATE_CODES: ReadonlySet<string> = new Set(
  (
    "al ak az ar ca co ct de dc fl ga hi id il in ia ks ky la me md ma mi mn ms mo mt ne nv nh nj nm ny nc nd oh ok " +
    "or pa ri sc sd tn tx ut vt va wa wv wi wy"
  ).split(" "),
);

export const STATE_NAMES: ReadonlySet<string> = new Set(
  (
    "alabama,alaska,arizona,arkansas,california,colorado,connecticut,delaware,district of columbia,florida,georgia," +
    "hawaii,idaho,illinois,indiana,iowa,kansas,kentucky,louisiana,maine,maryland,massachusetts,michigan,minnesota," +
    "mississippi,missouri,montana,nebraska,nevada,new hampshire,new jersey,new mexico,new york,north carolina," +
    "north dakota,ohio,oklahoma,oregon,pennsylvania,rhode island,south carolina,south dakota,tennessee,texas,utah," +
    "vermont,virginia,washington,west virginia,wisconsin,wyoming"
  ).split(","),
);

/** The last words of street names, as people write them and as the postal service abbreviates them. */
const STREET_WORDS = new Set(
  (
    "street st avenue ave av road rd drive dr lane ln court ct boulevard blvd way place pl terrace ter circle cir " +
    "parkway pkwy highway hwy route rte trail trl loop square sq row run pike cove cv crossing xing alley aly point " +
    "pt ridge rdg view plaza plz bend path walk hollow holw creek crk hill hills hls glen commons landing mews"
  ).split(" "),
);

/** Streets with a number for a name: "County Road 12". */
const NUMBERED = new Set(["road", "rd", "highway", "hwy", "route", "rte"]);

const DIRECTIONS = new Set(
  "n s e w ne nw se sw north south east west".split(" "),
);

const ZIP = /^\d{5}(?:-\d{4})?$/;
const UNIT =
  /^(?:apt|apartment|unit|suite|ste|lot|bldg|building|floor|fl|rm|room)\b\.?|^#/i;
const PO_BOX = /^p\.?\s?o\.?\s?box\s+\w+$/i;
const WORDS_ONLY = /^\p{L}[\p{L}\p{M}.'’ -]*$/u;

const wordsOf = (text: string) => text.trim().split(/\s+/);
const bare = (word: string | undefined) =>
  foldText(word ?? "").replace(/[.,]/g, "");

/** "OH 43215", "Ohio" or "43215". */
export function isState(text: string): boolean {
  const words = wordsOf(text);
  const hasZip = ZIP.test(words.at(-1) ?? "");
  const state = (hasZip ? words.slice(0, -1) : words).map(bare).join(" ");
  if (state === "") return hasZip;
  if (STATE_NAMES.has(state)) return true;
  return hasZip ? STATE_CODES.has(state) : isCode(text.trim());
}

/** In capitals: a lower-case "in" or "or" is a word. */
function isCode(text: string): boolean {
  return text === text.toUpperCase() && STATE_CODES.has(bare(text));
}

/** "Apt 4" or "#12". */
export function isUnit(text: string): boolean {
  return UNIT.test(text) && wordsOf(text).length <= 3;
}

/** Whether the text may be the name of a city: a few words without digits. */
export function isCityName(text: string): boolean {
  return WORDS_ONLY.test(text) && wordsOf(text).length <= 4;
}

/**
 * "Columbus OH 43215" as "Columbus, OH 43215". Null if it is no city with its state. Without a ZIP, the name of a state
 * may be a person's: "Joe Montana".
 */
export function cityWithState(text: string): string | null {
  const words = wordsOf(text);
  // The state has at most three words, and a ZIP follows.
  for (const count of [4, 3, 2, 1]) {
    const city = words.slice(0, -count).join(" ");
    const state = words.slice(-count).join(" ");
    const isWhole = ZIP.test(words.at(-1) ?? "") ? count > 1 : isCode(state);
    if (isCityName(city) && isWhole && isState(state))
      return `${city}, ${state}`;
  }
  return null;
}

interface Street {
  readonly street: string;
  /** What follows it without a comma. */
  readonly rest: string;
  /** False for a number and words without a street's last word: "1200 Broadway", but also "2 dogs". */
  readonly isSure: boolean;
}

/** Null if the text does not begin with a street and its number. */
export function readStreet(text: string): Street | null {
  if (PO_BOX.test(text)) return { street: text, rest: "", isSure: true };
  const words = wordsOf(text);
  const hasNumber = /^\d{1,6}(?:[A-Za-z]|-\d{1,4})?$/.test(words[0] ?? "");
  if (!hasNumber || !/\p{L}|\d/u.test(words[1] ?? "")) return null;
  const last = words.findIndex(
    (word, at) => at >= 2 && STREET_WORDS.has(bare(word)),
  );
  if (last === -1)
    return words.length <= 5 ? { street: text, rest: "", isSure: false } : null;
  const end = endOfStreet(words, last);
  return {
    street: words.slice(0, end).join(" "),
    rest: words.slice(end).join(" "),
    isSure: true,
  };
}

/** The index after the street's last word and what belongs to it: "Park Place Dr N Apt 4", "County Road 12". */
function endOfStreet(words: readonly string[], last: number): number {
  let end = last + 1;
  while (STREET_WORDS.has(bare(words[end]))) end += 1;
  if (NUMBERED.has(bare(words[end - 1])) && /^\d{1,4}$/.test(words[end] ?? ""))
    end += 1;
  if (DIRECTIONS.has(bare(words[end])) && words.length !== end) end += 1;
  if (/^#\w/.test(words[end] ?? "")) return end + 1;
  return isUnit(words.slice(end, end + 2).join(" ")) ? end + 2 : end;
}
