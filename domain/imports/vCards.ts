/**
 * The contacts of a vCard file (2.1, 3.0 and 4.0) as a table. Phones write 2.1 with quoted-printable text and bare
 * parameters (`TEL;CELL:`), which the libraries for calendars and contacts refuse.
 */
import { groupBy } from "../text/groups";
import { foldText, formatCount } from "../text/text";
import { wholeName } from "./people";
import { cardsOf, partsOf, plain, type Property } from "./vCardText";
import { holdsPhone } from "./rowReader";
import { MAX_IMPORT_ROWS, type RowFault } from "./rows";
import {
  CELL_TOO_LONG,
  MAX_CELL,
  MAX_COLUMNS,
  TOO_MANY_COLUMNS,
  type FileRefusal,
  type ImportTable,
  type TableRow,
} from "./table";

type Card = Readonly<Record<string, string>>;

/** Titles of properties that are kept beside the customer. Any other property is kept under its own name. */
const TITLE_OF: Readonly<Record<string, string>> = {
  TITLE: "Job title",
  BDAY: "Birthday",
  URL: "Website",
  UID: "UID",
  NICKNAME: "Nickname",
  CATEGORIES: "Categories",
  RELATED: "Related names",
  "X-ABRELATEDNAMES": "Related names",
  "X-SOCIALPROFILE": "Social profile",
  IMPP: "Messenger",
};

export function tableOfCards(text: string): ImportTable | FileRefusal {
  const cards = cardsOf(text);
  if (cards.length === 0) return { refusal: "The file has no contacts." };
  if (cards.length > MAX_IMPORT_ROWS)
    return {
      refusal: `The file has ${formatCount(cards.length)} contacts. Import at most ${formatCount(MAX_IMPORT_ROWS)} at once.`,
    };
  const read: { readonly line: number; readonly card: Card }[] = [];
  const faults: RowFault[] = [];
  cards.forEach((properties, index) => {
    const line = index + 1;
    const card = cellsOfCard(properties);
    if (card === null) faults.push({ line, sentence: CELL_TOO_LONG });
    else read.push({ line, card });
  });
  const titles = [
    ...new Set(read.flatMap(({ card }) => Object.keys(card).filter((title) => card[title]))),
  ];
  if (titles.length > MAX_COLUMNS) return { refusal: TOO_MANY_COLUMNS };
  const rows = read.map(({ line, card }): TableRow => ({
    line,
    cells: titles.map((title) => card[title] ?? ""),
  }));
  return { titles, rows, faults };
}

const isTooLong = (text: string) => text.length > MAX_CELL;

/** Null if one of the cells would be too long. */
function cellsOfCard(properties: readonly Property[]): Card | null {
  if (properties.some(({ value }) => isTooLong(value))) return null;
  const card = cardOf(properties);
  return Object.values(card).some(isTooLong) ? null : card;
}

function cardOf(properties: readonly Property[]): Card {
  const all = (name: string) => properties.filter((one) => one.name === name);
  const [family = "", given = "", middle = "", prefix = "", suffix = ""] = partsOf(
    all("N")[0]?.value ?? "",
  );
  const labels = new Map(all("X-ABLABEL").map(({ group, value }) => [group, plainLabel(value)]));
  const contactsOf = (name: string) =>
    preferredFirst(all(name))
      .map((one) => contactOf(one, labels.get(one.group)))
      .filter(({ text }) => text !== "");
  const { name, contact } = wholeName(plain(all("FN")[0]?.value ?? ""), [
    ...[given, middle, family, suffix],
  ]);
  const phones = contactsOf("TEL");
  const isPhone = ({ label, text }: Contact) => !/fax|pager/i.test(label) && holdsPhone(text);
  const phone = phones.find(isPhone);
  const [email, ...emails] = contactsOf("EMAIL");
  const others = properties.filter(
    (one) => !READ_PROPERTIES.has(one.name) && one.name !== "X-ABLABEL",
  );
  const own: Card = {
    Name: name,
    "Contact person": contact,
    "Name prefix": foldText(name).includes(foldText(prefix)) ? "" : prefix,
    Company: all("ORG")
      .map(({ value }) => partsOf(value).filter(Boolean).join(", "))
      .join(", "),
    Phone: phone?.text ?? "",
    "Other phones": labeled(phones.filter((one) => one !== phone)),
    "E-mail": email?.text ?? "",
    "Other e-mails": labeled(emails),
    ...placesOf(preferredFirst(all("ADR"))),
    Notes: all("NOTE")
      .map(({ value }) => plain(value))
      .join("\n"),
  };
  const kept = [...groupBy(others, titleOf)].map(([title, same]): [string, string] => [
    title in own ? `X-${title}` : title,
    labeled(same.map((one) => contactOf(one, labels.get(one.group)))),
  ]);
  return { ...own, ...Object.fromEntries(kept) };
}

/** The properties that become columns. */
const READ_PROPERTIES: ReadonlySet<string> = new Set("N FN ORG TEL EMAIL ADR NOTE".split(" "));

/** The longest title, in characters: names of properties have no limit. */
const MAX_TITLE = 100;

/** "X-GATE-CODE" -> "Gate code". */
function titleOf({ name }: Property): string {
  const words = name.slice(0, MAX_TITLE).replace(/^X-/, "").replaceAll("-", " ").toLowerCase();
  return TITLE_OF[name] ?? words.charAt(0).toUpperCase() + words.slice(1);
}

/** Apple writes its own labels as "_$!<Spouse>!$_". */
const plainLabel = (text: string) => plain(text).replace(/^_\$!<|>!\$_$/g, "");

/** PREF=1 comes before PREF=2, and both before none; of equal ones, mobiles first and office numbers last. */
function preferredFirst(all: readonly Property[]): Property[] {
  const rankOf = ({ parameters }: Property) => {
    const text = parameters.join(";");
    const [, level = "1"] = /\bPREF(?:=(\d+))?/.exec(text) ?? [];
    const pref = /\bPREF\b/.test(text) ? Number(level) : 101;
    const kind = /\bCELL\b/.test(text) ? 0 : 1;
    return pref * 3 + (/\bWORK\b/.test(text) && kind === 1 ? 2 : kind);
  };
  return all.toSorted((one, other) => rankOf(one) - rankOf(other));
}

interface Contact {
  readonly label: string;
  readonly text: string;
}

function contactOf({ parameters, value }: Property, ownLabel: string | undefined): Contact {
  const kinds = parameters.join(" ").match(/\b(?:CELL|HOME|WORK|FAX|PAGER|MAIN)\b/g) ?? [];
  return {
    label: ownLabel ?? [...new Set(kinds)].join(" ").toLowerCase(),
    text: plain(value).replace(/^(?:tel|mailto):/i, ""),
  };
}

function labeled(contacts: readonly Contact[]): string {
  return contacts.map(({ label, text }) => (label === "" ? text : `${label}: ${text}`)).join("\n");
}

/** The columns of the first and of the second address: street, unit, city, state, ZIP, country and PO box. */
const PLACE_TITLES = [
  "Street,Unit,City,State,ZIP,Country,PO box".split(","),
  "Street,Extended Address,City,Region,Postal Code,Country,PO box"
    .split(",")
    .map((part) => `Address 2 - ${part}`),
];

function placesOf(properties: readonly Property[]): Card {
  const places = properties.map(({ value }) => placeOf(value));
  const named = PLACE_TITLES.flatMap((titles, at) =>
    titles.map((title, part) => [title, places[at]?.[part] ?? ""] as const),
  );
  const further = places
    .slice(PLACE_TITLES.length)
    .map((parts) => parts.filter(Boolean).join(", "));
  return {
    ...Object.fromEntries(named),
    "Further addresses": further.join("\n"),
  };
}

/** The parts of an address in the order of their columns. Without a street, the PO box takes its place. */
function placeOf(value: string): readonly string[] {
  const [box = "", unit = "", street = "", ...rest] = partsOf(value);
  const [city = "", state = "", zip = "", country = ""] = rest;
  const wholeBox = box === "" || /box/i.test(box) ? box : `PO Box ${box}`;
  const place = [unit, city, state, zip, country];
  return street === "" ? [wholeBox, ...place, ""] : [street, ...place, wholeBox];
}
