/** Titles of columns that programs make of parts: "Home Phone 2", "Address 1 - City", "Mobile_Phone__c". */
import { toKey } from "../text/text";
import { importFieldsOf, titlesOfField, type ImportField, type PLACE_PARTS } from "./fields";
import { IMPORT_KINDS, type ImportKind } from "./rows";

/** "MailingStreet" -> "mailing_street", "phone1" -> "phone_1", and "Roof_Age__c" of Salesforce -> "roof_age". */
export function titleKey(title: string): string {
  const words = title.replace(/__c$/i, "").replace(/(\p{Ll})(?=\p{Lu})|(\p{L})(?=\d)/gu, "$& ");
  return toKey(words);
}

/** "customer_first_name" -> "first_name". */
export function ofPerson(key: string): string {
  return key.replace(/^(?:primary_)?(?:customer|client|contact|account|lead|homeowner)_/, "");
}

/** "job_scheduled_start_date" -> "scheduled_start_date". */
function ofJob(key: string): string {
  return key.replace(/^(?:job|visit|appt|appointment|service|work_order)_/, "");
}

/** What stands beside a contact, numbers that nobody answers, and the labeled texts of a card. */
const NO_CONTACT =
  /(?:^|_)(?:fax|pager|beeper|telex|tty|tdd|isdn|callback|assistants?|types?|labels?|ext|extension|enabled|opt|status|country|carrier|verified|subscription|display|format|sent|count|date|message|notes?)(?:_|$)|^other_(?:phones|e_mails)$/;

const PHONE =
  /(?:^|_)(?:phones?|telephone|tel|mobile|cell|cellphone|cellular)(?:_|$)|^(?:home|work|office|business|main|contact|alt|alternate|other)_numbers?$/;
const EMAIL = /(?:^|_)(?:e_?mails?)(?:_|$)/;

/** The preferred kinds first. Any other kind ranks before the last two. */
const PHONE_RANKS: readonly (readonly [number, RegExp])[] = [
  [5, /(?:^|_)(?:alt|alternate|other|secondary|spouse|car|radio)(?:_|$)/],
  [4, /(?:^|_)(?:work|business|office|company)(?:_|$)/],
  [1, /(?:^|_)(?:mobile|cell|cellphone|cellular)(?:_|$)/],
  [2, /(?:^|_)home(?:_|$)/],
  [3, /_[2-9](?:_|$)/],
];

const EMAIL_RANKS: readonly (readonly [number, RegExp])[] = [
  [2, /(?:^|_)(?:alt|alternate|other|secondary|cc)(?:_|$)|_[2-9](?:_|$)/],
  [1, /(?:^|_)(?:work|business|office|company)(?:_|$)/],
];

/** The contact that a column holds, by the key of its title. */
export function contactOfTitle(key: string): "phone" | "email" | null {
  if (NO_CONTACT.test(key)) return null;
  if (EMAIL.test(key)) return "email";
  return PHONE.test(key) ? "phone" : null;
}

/** Among several columns of a field, the lowest rank is preferred. */
export function rankOfTitle(field: string, title: string): number {
  const key = titleKey(title);
  const ranks = { phone: PHONE_RANKS, email: EMAIL_RANKS }[field];
  // "Address" beside "Street" repeats the whole place.
  const isWhole = key.includes("street") ? 0 : 0.5;
  if (ranks === undefined) return (placeOfTitle(key)?.rank ?? 0) + isWhole;
  return ranks.find(([, pattern]) => pattern.test(key))?.[0] ?? 0;
}

interface TitleOfPlace {
  /** Titles with the same group are one place. */
  readonly group: string;
  readonly part: (typeof PLACE_PARTS)[number];
  /** The lowest is preferred: where the work is done, then where the person lives, then where the invoice goes. */
  readonly rank: number;
}

/** In order of preference. Further numbered addresses come last. */
const GROUPS =
  "service property job location site project install ship physical  customer client contact primary home address_1 mail bill business work office company address_2 other address_3".split(
    " ",
  );

const GROUP =
  /^(service(?:_location)?|property|job(?:_site)?|location|site|project|install(?:ation)?|ship(?:ping)?(?:_to)?|physical|customer|client|contact|primary|home|mail(?:ing)?|bill(?:ing)?(?:_to)?|business|work|office|company|other|address_\d(?=_\D))_(.+)$/;

const PARTS: readonly (readonly [TitleOfPlace["part"], RegExp])[] = [
  [
    "line2",
    /^(?:(?:street|address|street_address|address_line|street_line|address_street|line)_[23]|extended_address|unit(?:_number)?|suite|apt|apartment)$/,
  ],
  [
    "address",
    /^(?:street|address|street_address|address_line|street_line|address_street|full_address|line|formatted)(?:_1)?$/,
  ],
  ["city", /^(?:address_)?(?:city|town)$/],
  ["state", /^(?:address_)?(?:state|province|region|state_province|state_region)$/],
  [
    "zip",
    /^(?:address_)?(?:zip|zip_code|zipcode|postal_code|postcode|post_code|zip_postal_code|zip_postal)$/,
  ],
];

/** The part of a place that a column holds, by the key of its title. */
export function placeOfTitle(key: string): TitleOfPlace | null {
  const [, written = "", rest = key] = GROUP.exec(key) ?? [];
  // QuickBooks Desktop writes the lines of an address into "Bill to 1" to "Bill to 5".
  const isLine = isLineOfPlace(key);
  const part = isLine ? "address" : PARTS.find(([, pattern]) => pattern.test(rest))?.[0];
  // A business unit is a team.
  if (part === undefined || key === "business_unit") return null;
  const group = written
    .replace(/_(?:to|location|site)$/, "")
    .replace(/^(ship|bill|mail|install)(?:ping|ing|ation)$/, "$1");
  const rank = GROUPS.indexOf(group);
  return { group, part, rank: rank < 0 ? GROUPS.length : rank };
}

export function isLineOfPlace(key: string): boolean {
  return /^(?:bill|ship)_to_[1-5]$/.test(key);
}

const KNOWN_TITLES = new Set(IMPORT_KINDS.flatMap(importFieldsOf).flatMap(titlesOfField));

/** Whether some program calls a field by this title. None has 200 characters, and a cell may have megabytes. */
export function isKnownTitle(title: string): boolean {
  if (title.length >= 200) return false;
  const key = titleKey(title);
  const isPart = contactOfTitle(key) !== null || placeOfTitle(key) !== null;
  return isPart || [key, ofPerson(key), ofJob(key)].some((one) => KNOWN_TITLES.has(one));
}

/**
 * Which column fills which field, by the titles alone. The surest title of a field takes it, wherever its column
 * stands. Several columns may hold a phone, an e-mail address or a place.
 */
export function fieldsByTitle(
  kind: ImportKind,
  titles: readonly string[],
): Map<number, ImportField> {
  const keys = titles.map(titleKey);
  const found = new Map<number, ImportField>();
  for (const field of importFieldsOf(kind)) {
    const inner = PERSON_FIELDS.has(field) ? ofPerson : ofJob;
    const readings = [keys, keys.map(inner)];
    const at = titlesOfField(field)
      .flatMap((title) =>
        readings.map((reading) => reading.findIndex((key, i) => key === title && !found.has(i))),
      )
      .find((index) => index >= 0);
    if (at !== undefined) found.set(at, field);
  }
  keys.forEach((key, index) => {
    const field = contactOfTitle(key) ?? placeOfTitle(key)?.part;
    if (field !== undefined && !found.has(index)) found.set(index, field);
  });
  return found;
}

const PERSON_FIELDS: ReadonlySet<ImportField> = new Set<ImportField>([
  "first_name",
  "middle_name",
  "last_name",
  "suffix",
  "company",
]);
