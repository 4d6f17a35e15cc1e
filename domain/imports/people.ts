/** The customer and the places of a row, by the rules of the customer form. */
import { customerInput } from "../customer/customerInput";
import { normalizeObtainedType } from "../customer/customers";
import { groupBy } from "../text/groups";
import { checkInput } from "../calls/inputRules";
import { oneLine } from "../text/oneLine";
import { EMAILS, PHONES, readContact } from "../customer/pastedContact";
import { nameOf } from "../names/personNames";
import { placeText } from "../customer/places";
import { foldText } from "../text/text";
import { PLACE_PARTS, type ImportField } from "./fields";
import { isLocalNumber, type FieldCell, type RowReader } from "./rowReader";
import type { CustomerImportRow, ImportedCustomer, ImportedPlace } from "./rows";
import { isLineOfPlace, titleKey } from "./titles";

const FIELD_OF_INPUT = {
  customer_name: "name",
  customer_phone: "phone",
  customer_email: "email",
  customer_obtained_type: "obtained",
} as const;

/** Null if a rule refuses it; the faults are then in the reader. Texts that no field accepts are kept. */
export function readCustomer(reader: RowReader): ImportedCustomer | null {
  const obtained = normalizeObtainedType(reader.text("obtained"));
  if (obtained === null) reader.leaveField("obtained", reader.text("obtained"));
  const { data, errors } = checkInput(customerInput, {
    customer_name: readName(reader),
    customer_phone: firstOf(reader, "phone", PHONES),
    customer_email: firstOf(reader, "email", EMAILS),
    customer_obtained_type: obtained,
  });
  if (errors !== undefined) {
    reader.refuse(errors, FIELD_OF_INPUT);
    return null;
  }
  const given = Object.entries(data).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(given) as unknown as ImportedCustomer;
}

/** The name of the customer. Keeps a contact or a company that the name does not contain. */
function readName(reader: RowReader): string {
  const { name, contact } = wholeNameOf(reader);
  reader.drop(name);
  const company = reader.text("company");
  reader.leave("Contact", contact);
  if (!foldText(name).includes(foldText(company))) reader.leaveField("company", company);
  return name;
}

/** The name with all its parts, else the company. */
function wholeNameOf(reader: RowReader) {
  const parts = NAME_PARTS.map((field) => reader.text(field));
  const { name, contact } = wholeName(reader.text("name"), parts);
  return { name: name || reader.text("company"), contact };
}

const NAME_PARTS = [
  "first_name",
  "middle_name",
  "last_name",
  "suffix",
] as const satisfies readonly ImportField[];

/**
 * The name as written in one text, or its parts if they say more about the same person, such as a suffix. `contact` is
 * the person in an organization.
 */
export function wholeName(
  written: string,
  parts: readonly string[],
): { readonly name: string; readonly contact: string } {
  const person = parts.filter(Boolean).join(" ");
  if (written !== "" && holds(written, person)) return { name: written, contact: "" };
  return holds(person, written)
    ? { name: person, contact: "" }
    : { name: written, contact: person };
}

/** Whether one name has all words of the other. */
function holds(one: string, other: string): boolean {
  const words = new Set(nameOf(one).words);
  return nameOf(other).words.every((word) => words.has(word));
}

/** The groups of `PHONES` and `EMAILS` that are the value. */
const VALUES = { phone: "number", email: "email" } as const;

/** The first phone number or e-mail address of a cell. The rest of the cell is kept. */
function firstOf(reader: RowReader, field: "phone" | "email", pattern: RegExp): string | null {
  const text = reader.text(field);
  const [found] = text.matchAll(pattern);
  if (found === undefined) {
    if (field === "phone" && isLocalNumber(text)) return text;
    reader.leaveField(field, text);
    return null;
  }
  const value = found.groups?.[VALUES[field]] ?? found[0];
  const at = text.indexOf(value, found.index);
  const beside = [text.slice(0, found.index), text.slice(at + value.length)]
    // A spreadsheet writes a number with its decimals: "6145550101.0".
    .map((part) => withoutMarks(part.replace(/^\.0\b/, "")));
  reader.leaveField(field, beside.filter(Boolean).join("; "));
  return value;
}

const MARK = String.raw`[\s,;:/&|<>"'-]`;
const MARKS = String.raw`(?:${MARK}|\b(?:or|and)\b)+`;
/** The marks at the end match only from the first of them: else a long run would be read again from each mark. */
const MARKS_AROUND = new RegExp(`^${MARKS}|(?<!${MARK})${MARKS}$`, "gi");
const LABEL = /^(?:phone|ph|tel|telephone|e-?mail)\.?$/i;

/** A text beside a value, without marks and labels such as "Tel". */
function withoutMarks(text: string): string {
  const words = text.replace(MARKS_AROUND, "").replace(/^\(([^()]*)\)$/, "$1");
  return LABEL.test(words) ? "" : words;
}

/** The preferred place of a row; its other places are kept. Null without a street. */
export function readPlace(reader: RowReader): ImportedPlace | null {
  const [first = null, ...others] = readPlaces(reader);
  for (const { street, place } of others) reader.leave(street.title, placeText(place));
  return first?.place ?? null;
}

interface PlaceOfColumns {
  readonly place: ImportedPlace;
  readonly street: FieldCell;
}

interface PlaceCell extends FieldCell {
  readonly part: (typeof PLACE_PARTS)[number];
}

/** The places of a row, the preferred one first. Cells that belong to none of them are kept. */
function readPlaces(reader: RowReader): PlaceOfColumns[] {
  const cells = PLACE_PARTS.flatMap((part) =>
    reader.cellsOf(part).map((cell): PlaceCell => ({ ...cell, part })),
  );
  const ofPart = groupBy(cells, ({ part }) => part);
  const streets = new Set(ofPart.get("address")?.map(({ group }) => group));
  // With one street, the only column of a part (such as the city) belongs to it, whatever the
  // column is called.
  const belongs = ({ group, part }: PlaceCell) =>
    group === "" || streets.has(group) || ofPart.get(part)?.length === 1;
  const placed = (cell: PlaceCell) => (streets.size <= 1 && belongs(cell) ? "" : cell.group);
  return [...groupBy(cells, placed).values()].flatMap((group) => placeOf(reader, group) ?? []);
}

/** A street with its city and state. Null without a street. */
function placeOf(reader: RowReader, cells: readonly PlaceCell[]): PlaceOfColumns | null {
  const filled = cells.filter(({ text }) => text !== "");
  const of = (part: PlaceCell["part"]) => filled.filter((cell) => cell.part === part);
  const [street, ...moreStreets] = of("address");
  const keep = (left: readonly PlaceCell[]) => {
    for (const { title, text } of left) reader.leave(title, text);
  };
  const lines = isLineOfPlace(titleKey(street?.title ?? ""))
    ? of("address")
    : [...(street ? [street] : []), ...of("line2")];
  const [first] = lines;
  if (first === undefined) {
    keep(filled);
    return null;
  }
  const [[city, ...cities], [state, ...states], [zip, ...zips]] = [
    of("city"),
    of("state"),
    of("zip"),
  ];
  const used = [...lines, city, state, zip].flatMap((one) => one?.text ?? []);
  keep([
    // "Address 1 - Formatted" repeats the whole place.
    ...moreStreets.filter((one) => !lines.includes(one) && reader.isNew(one.text, used)),
    ...[...cities, ...states, ...zips],
  ]);
  const town = [city?.text, [state?.text, zip?.text].filter(Boolean).join(" ")]
    .filter(Boolean)
    .join(", ");
  const hasCities = cells.some(({ part }) => part === "city");
  const texts = lines.map(({ text }) => text);
  return {
    place:
      town !== "" || hasCities
        ? {
            job_address: oneLine(texts.join(", ")),
            ...(town !== "" && { job_city: oneLine(town) }),
          }
        : wholePlace(reader, texts),
    street: first,
  };
}

/** "12 Elm St, Troy, OH 45373" in one cell includes the city. The first of several lines may be the customer. */
function wholePlace(reader: RowReader, texts: readonly string[]): ImportedPlace {
  const [first = "", ...others] = texts.flatMap((text) => text.split(/[\r\n]+/));
  const names = [wholeNameOf(reader).name, reader.text("company")];
  const isName =
    others.length > 0 && /^\p{L}/u.test(first) && names.some((name) => holds(name, first));
  const text = (isName ? others : [first, ...others]).join(", ");
  const { name, phone, email, address, city, country, rest } = readContact(text);
  const isWhole = [name, phone, email, ...rest].every((part) => part === "");
  if (!isWhole || address === "" || city === "") return { job_address: oneLine(text) };
  reader.leave("Country", country);
  return { job_address: address, job_city: city };
}

export function readCustomerRow(reader: RowReader): CustomerImportRow | null {
  const customer = readCustomer(reader);
  const places = new Map(readPlaces(reader).map(({ place }) => [JSON.stringify(place), place]));
  if (customer === null) return null;
  return {
    kind: "customers",
    line: reader.line,
    ...reader.id("customer_id"),
    ...customer,
    places: [...places.values()],
    leftovers: reader.leftovers,
  };
}
