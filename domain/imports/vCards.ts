/**
 * The contacts of a vCard file (2.1, 3.0 and 4.0) as a table. Phones write 2.1 with quoted-printable text and bare
 * parameters (`TEL;CELL:`), which the libraries for calendars and contacts refuse.
 */
import { groupBy } from "../groups";
import { foldText, formatCount } from "../text";
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

/** Properties that are kept beside the customer. Any other one is kept under its own name. */
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
    ...new Set(
      read.flatMap(({ card }) =>
        Object.keys(card).filter((title) => card[title]),
      ),
    ),
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
  const [family = "", given = "", middle = "", prefix = "", suffix = ""] =
    partsOf(all("N")[0]?.value ?? "");
  const labels = new Map(
    all("X-ABLABEL").map(({ group, value }) => [group, plainLabel(value)]),
  );
  const contactsOf = (name: string) =>
    preferredFirst(all(name))
      .map((one) => contactOf(one, labels.get(one.group)))
      .filter(({ text }) => text !== "");
  const { name, contact } = wholeName(plain(all("FN")[0]?.value ?? ""), [
    ...[given, middle, family, suffix],
  ]);
  const phones = contactsOf("TEL");
  const isPhone = ({ label, text }: Contact) =>
    !/fax|pager/i.test(label) && holdsPhone(text);
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
  const kept = [...groupBy(others, titleOf)].map(
    ([title, same]): [string, string] => [
      title in own ? `X-${title}` : title,
      labeled(same.map((one) => contactOf(one, labels.get(one.group)))),
    ],
  );
  return { ...own, ...Object.fromEntries(kept) };
}

/** The properties that have columns of their own. */
const READ_PROPERTIES: ReadonlySet<string> = new Set(
  "N FN ORG TEL EMAIL ADR NOTE".split(" "),
);

/** Names of properties have no limit. */
const MAX_TITLE = 100;

/** "X-GATE-CODE" -> "Gate code". */
function titleOf({ name }: Property): string {
  const words = name
    .slice(0, MAX_TITLE)
    .replace(/^X-/, "")
    .replaceAll("-", " ")
    .toLowerCase();
  return TITLE_OF[name] ?? words.charAt(0).toUpperCase() + words.slice(1);
}

/** Apple writes its own labels as "_$!<Spouse>!$_". */
const plainLabel = (text: string) => plain(text).replace(/^_\$!<|>!\$_$/g, "");

/** PREF=1 comes before PREF=2, and a number without any after both; of equals, a mobile first and an office last. */
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

function contactOf(
  { parameters, value }: Property,
  ownLabel: string | undefined,
): Contact {
  const kinds =
    parameters.join(" ").match(/\b(?:CELL|HOME|WORK|FAX|PAGER|MAIN)\b/g) ?? [];
  return {
    label: ownLabel ?? [...new Set(kinds)].join(" ").toLowerCase(),
    text: plain(value).replace(/^(?:tel|mailto):/i, ""),
  };
}

function labeled(contacts: readonly Contact[]): string {
  return contacts
    .map(({ label, text }) => (label === "" ? text : `${label}: ${text}`))
    .join("\n");
}

function placesOf(properties: readonly Property[]): Card {
  const [home, second, ...further] = properties.map(({ value }) =>
    addressOf(value),
  );
  return {
    Street: home?.street ?? "",
    Unit: home?.unit ?? "",
    City: home?.city ?? "",
    State: home?.state ?? "",
    ZIP: home?.zip ?? "",
    Country: home?.country ?? "",
    "PO box": home?.box ?? "",
    "Address 2 - Street": [second?.street, second?.unit]
      .filter(Boolean)
      .join(", "),
    "Address 2 - City": second?.city ?? "",
    "Address 2 - Region": second?.state ?? "",
    "Address 2 - Postal Code": second?.zip ?? "",
    "Address 2 - Country": second?.country ?? "",
    "Address 2 - PO box": second?.box ?? "",
    "Further addresses": further
      .map((one) => Object.values(one).filter(Boolean).join(", "))
      .join("\n"),
  };
}

function addressOf(value: string) {
  const [
    box,
    unit = "",
    street,
    city = "",
    state = "",
    zip = "",
    country = "",
  ] = partsOf(value);
  const wholeBox = box && !/box/i.test(box) ? `PO Box ${box}` : (box ?? "");
  const place = { unit, city, state, zip, country };
  return street
    ? { street, ...place, box: wholeBox }
    : { street: wholeBox, ...place, box: "" };
}
