/**
 * The contacts of a vCard file (2.1, 3.0 and 4.0) as a table. Phones write 2.1 with quoted-printable text and bare
 * parameters (`TEL;CELL:`), which the libraries for calendars and contacts refuse.
 */
import { formatCount } from "../text";
import { MAX_IMPORT_ROWS } from "./rows";
import type { FileRefusal, ImportTable } from "./table";

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

export function tableOfCards(text: string): ImportTable | FileRefusal {
  const cards = cardsOf(text).map(cellsOfCard);
  if (cards.length === 0) return { refusal: "The file has no contacts." };
  if (cards.length > MAX_IMPORT_ROWS)
    return {
      refusal: `The file has ${formatCount(cards.length)} contacts. Import at most ${formatCount(MAX_IMPORT_ROWS)} at once.`,
    };
  const titles = TITLES.filter((title) => cards.some((card) => card[title]));
  const rows = cards.map((card, index) => ({
    line: index + 1,
    cells: titles.map((title) => card[title] ?? ""),
  }));
  return { titles, rows, faults: [] };
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
  let continues = false;
  for (const line of text.split(/\r\n|\r|\n/)) {
    const last = lines.length - 1;
    if (last >= 0 && continues)
      lines[last] = `${lines[last]?.slice(0, -1)}${line}`;
    else if (last >= 0 && /^[ \t]/.test(line)) lines[last] += line.slice(1);
    else lines.push(line);
    continues = line.endsWith("=") && isQuotedPrintable(lines.at(-1) ?? "");
  }
  return lines;
}

function isQuotedPrintable(line: string): boolean {
  return /^[^:]*;(?:encoding=)?quoted-printable[;:]/i.test(line);
}

function propertyOf(line: string): Property | null {
  const [, head, value = ""] = /^((?:"[^"]*"|[^":])+):(.*)$/s.exec(line) ?? [];
  if (head === undefined) return null;
  const [name = "", ...parameters] = head.toUpperCase().split(";");
  return {
    name: name.replace(/^.*\./, ""),
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
  return (value.match(/(?:\\.|[^;\\])*(?:;|$)/gs) ?? []).map((part) =>
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

function cellsOfCard(properties: readonly Property[]): Card {
  const all = (name: string) => properties.filter((one) => one.name === name);
  const first = (name: string) => plain(all(name)[0]?.value ?? "");
  const [family = "", given = ""] = partsOf(all("N")[0]?.value ?? "");
  const [phone, ...phones] = all("TEL").toSorted(preferredFirst).map(contactOf);
  const [email, ...emails] = all("EMAIL")
    .toSorted(preferredFirst)
    .map(contactOf);
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

const preferredFirst = (one: Property, other: Property) =>
  Number(isPreferred(other)) - Number(isPreferred(one));

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
