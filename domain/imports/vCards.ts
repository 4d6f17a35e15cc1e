/**
 * The contacts of a vCard file (2.1, 3.0 and 4.0) as a table. Phones write 2.1 with quoted-printable text and bare
 * parameters (`TEL;CELL:`), which the libraries for calendars and contacts refuse.
 */
import { formatCount } from "../text";
import { MAX_IMPORT_ROWS, type RowFault } from "./rows";
import {
  CELL_TOO_LONG,
  MAX_CELL,
  type FileRefusal,
  type ImportTable,
  type TableRow,
} from "./table";

interface Property {
  readonly name: string;
  /** In capitals: "TYPE=HOME", and of vCard 2.1 also "HOME". */
  readonly parameters: readonly string[];
  /** As it is written, without quoted-printable encoding. */
  readonly value: string;
}

type Card = Readonly<Record<string, string>>;

/** Each is a column if one of the cards has it. */
const TITLES = [
  "Name",
  "Company",
  "Phone",
  "Other phones",
  "E-mail",
  "Other e-mails",
  "Street",
  "Unit",
  "City",
  "State",
  "ZIP",
  "Address 2 - Street",
  "Address 2 - City",
  "Address 2 - Region",
  "Address 2 - Postal Code",
  "Further addresses",
  "Notes",
  "Job title",
  "Birthday",
  "Website",
  "UID",
] as const;

/** The properties that a column is made of. A photo or a sound may have megabytes. */
const READ_PROPERTIES = "N FN ORG TEL EMAIL ADR NOTE TITLE BDAY URL UID".split(
  " ",
);

/** The characters of a line in which its name and parameters end, if it is a property. */
const MAX_HEAD = 1_000;

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
  const titles = TITLES.filter((title) => read.some(({ card }) => card[title]));
  const rows = read.map(({ line, card }): TableRow => ({
    line,
    cells: titles.map((title) => card[title] ?? ""),
  }));
  return { titles, rows, faults };
}

/** A card without its end ends where the next one begins. */
function cardsOf(text: string): Property[][] {
  const cards: Property[][] = [];
  let isOpen = false;
  for (const line of unfolded(text)) {
    if (/^begin:vcard\s*$/i.test(line)) {
      cards.push([]);
      isOpen = true;
    } else if (/^end:vcard\s*$/i.test(line)) isOpen = false;
    else if (isOpen) {
      const property = propertyOf(line);
      if (property !== null) cards.at(-1)?.push(property);
    }
  }
  return cards;
}

/** A line that begins with a space continues the one before; quoted-printable text continues after its "=". */
function unfolded(text: string): string[] {
  const lines: string[] = [];
  let parts: string[] = [];
  /** Null until the head of the property has ended. */
  let isQuoted: boolean | null = null;
  let continues = false;
  for (const line of text.split(/\r\n|\r|\n/)) {
    const isFolded: boolean = !continues && /^[ \t]/.test(line);
    if (!continues && !isFolded) {
      lines.push(parts.join(""));
      parts = [];
      isQuoted = null;
    }
    const part: string = isFolded ? line.slice(1) : line;
    if (isQuoted === null && part.includes(":"))
      isQuoted = isQuotedPrintable([...parts, part].join(""));
    continues = isQuoted === true && part.endsWith("=");
    parts.push(continues ? part.slice(0, -1) : part);
  }
  return [...lines, parts.join("")];
}

function isQuotedPrintable(line: string): boolean {
  const start = line.slice(0, MAX_HEAD);
  return /^[^:]*;(?:encoding=)?quoted-printable[;:]/i.test(start);
}

/** Null for what is no property, or none that is read. */
function propertyOf(line: string): Property | null {
  const start = line.slice(0, MAX_HEAD);
  const [, head = ""] = /^((?:"[^"]*"|[^":])+):/.exec(start) ?? [];
  const [name = "", ...parameters] = head.toUpperCase().split(";");
  const plainName = name.replace(/^.*\./, "");
  if (!READ_PROPERTIES.includes(plainName)) return null;
  const value = line.slice(head.length + 1);
  return {
    name: plainName,
    parameters,
    value: isQuotedPrintable(line) ? decodeQuotedPrintable(value) : value,
  };
}

/** UTF-8, else the bytes as Latin-1. */
function decodeQuotedPrintable(text: string): string {
  const escaped = text.replaceAll("%", "%25").replace(/=([\da-f]{2})/gi, "%$1");
  try {
    return decodeURIComponent(escaped);
  } catch {
    return escaped.replace(/%([\da-f]{2})/gi, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    );
  }
}

/** The parts of a value between semicolons. */
function partsOf(value: string): string[] {
  // A backslash at the end stands for itself: no part is tried and given up.
  return (value.match(/(?:\\.|[^;])*(?:;|$)/gs) ?? []).map((part) =>
    plain(part.replace(/;$/, "")),
  );
}

function plain(text: string): string {
  return text
    .replace(/\\([nN;,\\:])/g, (_, mark: string) =>
      mark.toLowerCase() === "n" ? "\n" : mark,
    )
    .trim();
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
  const first = (name: string) => plain(all(name)[0]?.value ?? "");
  const [family = "", given = ""] = partsOf(all("N")[0]?.value ?? "");
  const [phone, ...phones] = preferredFirst(all("TEL")).map(contactOf);
  const [email, ...emails] = preferredFirst(all("EMAIL")).map(contactOf);
  const [home, second, ...further] = all("ADR").map(({ value }) =>
    addressOf(value),
  );
  return {
    Name: first("FN") || [given, family].filter(Boolean).join(" "),
    Company: partsOf(all("ORG")[0]?.value ?? "")
      .filter(Boolean)
      .join(", "),
    Phone: phone?.text ?? "",
    "Other phones": labeled(phones),
    "E-mail": email?.text ?? "",
    "Other e-mails": labeled(emails),
    Street: home?.street ?? "",
    Unit: home?.unit ?? "",
    City: home?.city ?? "",
    State: home?.state ?? "",
    ZIP: home?.zip ?? "",
    "Address 2 - Street": [second?.street, second?.unit]
      .filter(Boolean)
      .join(", "),
    "Address 2 - City": second?.city ?? "",
    "Address 2 - Region": second?.state ?? "",
    "Address 2 - Postal Code": second?.zip ?? "",
    "Further addresses": further
      .map((one) => Object.values(one).filter(Boolean).join(", "))
      .join("\n"),
    Notes: all("NOTE")
      .map(({ value }) => plain(value))
      .join("\n"),
    "Job title": first("TITLE"),
    Birthday: first("BDAY"),
    Website: first("URL"),
    UID: first("UID"),
  };
}

const isPreferred = ({ parameters }: Property) =>
  parameters.some((one) => /\bPREF\b/.test(one));

const preferredFirst = (all: readonly Property[]) => [
  ...all.filter(isPreferred),
  ...all.filter((one) => !isPreferred(one)),
];

interface Contact {
  readonly label: string;
  readonly text: string;
}

function contactOf({ parameters, value }: Property): Contact {
  const [label = ""] =
    /\b(?:CELL|HOME|WORK|FAX|PAGER|MAIN)\b/.exec(parameters.join(" ")) ?? [];
  return {
    label: label.toLowerCase(),
    text: plain(value).replace(/^(?:tel|mailto):/i, ""),
  };
}

function labeled(contacts: readonly Contact[]): string {
  return contacts
    .map(({ label, text }) => (label === "" ? text : `${label}: ${text}`))
    .join("\n");
}

function addressOf(value: string) {
  const [box = "", unit = "", street = "", city = "", state = "", zip = ""] =
    partsOf(value);
  return { street: street || (box && `PO Box ${box}`), unit, city, state, zip };
}
