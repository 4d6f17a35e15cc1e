/** Street addresses of the United States in running text: where a street ends, and what is a city with its state. */

const STATES = (
  "al|ak|az|ar|ca|co|ct|de|dc|fl|ga|hi|id|il|in|ia|ks|ky|la|me|md|ma|mi|mn|ms|mo|mt|ne|nv|nh|nj|nm|ny|nc|nd|oh|ok|" +
  "or|pa|ri|sc|sd|tn|tx|ut|vt|va|wa|wv|wi|wy|alabama|alaska|arizona|arkansas|california|colorado|connecticut|" +
  "delaware|district of columbia|florida|georgia|hawaii|idaho|illinois|indiana|iowa|kansas|kentucky|louisiana|maine|" +
  "maryland|massachusetts|michigan|minnesota|mississippi|missouri|montana|nebraska|nevada|new hampshire|new jersey|" +
  "new mexico|new york|north carolina|north dakota|ohio|oklahoma|oregon|pennsylvania|rhode island|south carolina|" +
  "south dakota|tennessee|texas|utah|vermont|virginia|washington|west virginia|wisconsin|wyoming"
).replaceAll(" ", String.raw`\s+`);

/** The last words of street names, as people write them and as the postal service abbreviates them. */
const STREET_TYPE =
  "street|st|avenue|ave?|road|rd|drive|dr|lane|ln|court|ct|boulevard|blvd|way|place|pl|terrace|ter|circle|cir|" +
  "parkway|pkwy|highway|hwy|trail|trl|loop|square|sq|row|run|pike|cove|cv|crossing|xing|alley|aly|path";
/** Last words of street names that another may follow: "Forest Hills", "Forest Hills Dr". */
const STREET_FEATURE =
  "point|pt|ridge|rdg|view|plaza|plz|bend|walk|hollow|holw|creek|crk|hills?|hls|glen|commons|landing|mews";
const ROUTE = String.raw`(?:(?:county|state|township|twp|co)(?:\s+line)?\s+(?:road|rd)|us|sr|cr|rte?|route|hwy|highway)`;
const STREET_WORD = String.raw`(?:\d+(?:st|nd|rd|th)|[\p{L}][\p{L}.'’-]*)`;
/** Words that no street has between its number and its type. */
const STOP_WORD = String.raw`(?:on|at|for|and|in|by|with|to|from|call|stor(?:y|ies)|house|dogs?|gutters?|leak\w*|clean\w*)\s`;
const SHORT_DIRECTION = "(?:n|s|e|w|ne|nw|se|sw)";
const LONG_DIRECTION = "(?:north|south|east|west)";
const UNIT_WORD = "(?:apt|apartment|unit|suite|ste|lot|bldg|building|floor|fl|rm|room)";
const WORDS_OF_STREET = (count: string) =>
  String.raw`(?:(?!${STOP_WORD})${STREET_WORD}\s+)${count}`;

/**
 * What follows a house number: the street up to its type, or a numbered route, then the direction and the unit. The
 * source of a regular expression with the flags i and u.
 */
export const STREET = [
  String.raw`(?:${WORDS_OF_STREET("{0,2}?")}${ROUTE}\s+\d{1,4}(?![\d/:])`,
  String.raw`|(?:(?:${SHORT_DIRECTION}\.?|${LONG_DIRECTION})\s+)?broadway`,
  String.raw`|${WORDS_OF_STREET("{1,5}?")}(?:(?:${STREET_FEATURE})(?:\s+(?:${STREET_TYPE})\b)?`,
  String.raw`|(?:${STREET_TYPE})\b\.?(?:\s+(?:ct|court|way|dr|drive|pl|ter)\b)?)\b\.?)`,
  // A long direction may be the beginning of the city: "West Jefferson".
  String.raw`(?:\s+(?:${SHORT_DIRECTION}\b|${LONG_DIRECTION}(?=\s*(?:$|[,;|\n#]|${UNIT_WORD}\b))))?`,
  String.raw`(?:[,\s]+(?:${UNIT_WORD}\.?\s*#?\s*(?:\d{1,4}(?!\d)[\p{L}\d-]*|\p{L}(?:-?\d+)?)|#\s?[\p{L}\d-]+))?`,
  String.raw`(?![\p{L}\d'’@])`,
].join("");

const STREET_AND_REST = new RegExp(
  String.raw`^(?<street>\d{1,6}(?:-\d{1,4}|[a-z])?\s+(?:\d\/\d\s+)?${STREET})(?<rest>.*)$`,
  "isu",
);

const TOWN = String.raw`[\p{L}][\p{L}\p{M}.'’-]*(?:[ \t]+[\p{L}][\p{L}\p{M}.'’-]*){0,3}?`;
const ZIP = String.raw`\d{5}(?:-\d{4})?`;

/** What may be a city directly after the address. The groups are the city, the state and the ZIP. */
export const CITY = new RegExp(
  String.raw`^[\s,]*(?:in\s+)?(${TOWN})(?:[,\s]+(${STATES}))?` +
    String.raw`(?:[,\s]+(${ZIP})(?![\p{L}\d-])|[ \t]+(?=for\s|\d)|[ \t]*(?=$|[|,;\n]))`,
  "iu",
);
const STATE = new RegExp(`^(?:(${STATES})\\.?)?\\s*(${ZIP})?$`, "i");
const UNIT = new RegExp(String.raw`^${UNIT_WORD}\b|^#`, "i");
/** Countries behind an address. `isCountry` wants a capital: "us" is a word. */
const COUNTRY = /^(?:USA?|U\.S\.(?:A\.?)?|(?:the )?united states(?: of america)?)$/iu;
const PO_BOX = /^p\.?\s?o\.?\s?box\s+\w+$/i;
const WORDS_ONLY = /^\p{L}[\p{L}\p{M}.'’ -]*$/u;

const wordsOf = (text: string) => text.trim().split(/\s+/);

/** Whether the text is a state, a ZIP or both: "Ohio", "43215", "OH 43215". */
export function isState(text: string): boolean {
  const [, state = "", zip = ""] = STATE.exec(text.trim()) ?? [];
  return zip !== "" || state.length > 2 || isCode(state);
}

/** The code of a state is in capitals: "in" and "or" are words. */
function isCode(state: string): boolean {
  return state.length === 2 && state === state.toUpperCase();
}

/** Whether the text behind an address is a country, such as "USA". */
export function isCountry(text: string): boolean {
  return COUNTRY.test(text) && text !== text.toLowerCase();
}

/** Whether the text is a unit, such as "Apt 4" or "#12". */
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
  const [whole, city = "", state = "", zip = ""] = CITY.exec(text.trim()) ?? [];
  if (whole !== text.trim() || state === "" || !(zip || isCode(state))) return null;
  return [`${city},`, state, zip].join(" ").trim();
}

interface Street {
  readonly street: string;
  /** What follows the street without a comma. */
  readonly rest: string;
  /** False for a number and words without a street's last word: "1200 Broadway", but also "2 dogs". */
  readonly isSure: boolean;
}

/** Null if the text does not begin with a street and its number. */
export function readStreet(text: string): Street | null {
  if (PO_BOX.test(text)) return { street: text, rest: "", isSure: true };
  const { street, rest = "" } = STREET_AND_REST.exec(text)?.groups ?? {};
  if (street !== undefined) return { street, rest: rest.trim(), isSure: true };
  const isShort = wordsOf(text).length <= 5;
  return isShort && /^\d{1,6}(?:[a-z]|-\d{1,4})?\s+[\p{L}\d]/iu.test(text)
    ? { street: text, rest: "", isSure: false }
    : null;
}
