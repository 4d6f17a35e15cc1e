/** The customer and the places of a row, by the rules of the customer form. */
import { customerInput } from "../customerInput";
import { normalizeObtainedType } from "../customers";
import { oneLine } from "../oneLine";
import { PHONES, readContact } from "../pastedContact";
import { foldText } from "../text";
import type { ImportField } from "./fields";
import type { RowReader } from "./rowReader";
import type {
  CustomerImportRow,
  ImportedCustomer,
  ImportedPlace,
} from "./rows";

const FIELD_OF_INPUT = {
  customer_name: "name",
  customer_phone: "phone",
  customer_email: "email",
  customer_obtained_type: "obtained",
} as const;

/** It begins only where a word does: else a long word would be read again from each of its letters. */
const EMAIL =
  /(?<![^\s@,;<>()"])[^\s@,;<>()"]+@[^\s@,;<>()".]+(?:\.[^\s@,;<>()".]+)+/g;

const ADDRESS = ["address", "line2", "city", "state", "zip"] as const;
const SECOND_ADDRESS = [
  "address_b",
  "line2_b",
  "city_b",
  "state_b",
  "zip_b",
] as const;

/** Null if a rule refuses it; the reader then has the faults. Texts that are no value of a field are kept beside it. */
export function readCustomer(reader: RowReader): ImportedCustomer | null {
  const obtained = normalizeObtainedType(reader.text("obtained"));
  if (obtained === null) reader.leaveField("obtained", reader.text("obtained"));
  const result = customerInput.safeParse({
    customer_name: nameOf(reader),
    customer_phone: firstOf(reader, "phone", PHONES),
    customer_email: firstOf(reader, "email", EMAIL),
    customer_obtained_type: obtained,
  });
  if (!result.success) {
    reader.refuse(result.error.issues, FIELD_OF_INPUT);
    return null;
  }
  const given = Object.entries(result.data).filter(
    ([, value]) => value !== null && value !== undefined,
  );
  return Object.fromEntries(given) as unknown as ImportedCustomer;
}

/** The name, else the parts of a name, else the company. What the name does not say is kept. */
function nameOf(reader: RowReader): string {
  const person = [reader.text("first_name"), reader.text("last_name")]
    .filter(Boolean)
    .join(" ");
  const company = reader.text("company");
  const name = reader.text("name") || person || company;
  const says = (text: string) => foldText(name).includes(foldText(text));
  if (!says(person)) reader.leave("Contact", person);
  if (!says(company)) reader.leaveField("company", company);
  return name;
}

/** The first phone number or e-mail address of a cell. What stands beside it is kept. */
function firstOf(
  reader: RowReader,
  field: "phone" | "email",
  pattern: RegExp,
): string | null {
  const text = reader.text(field);
  const [found] = text.matchAll(pattern);
  if (found === undefined) {
    // A local number without its area code.
    const digits = text.replace(/\D/g, "");
    const isLocal = field === "phone" && /^[\d\s().-]+$/.test(text);
    if (isLocal && digits.length >= 3 && digits.length <= 10) return text;
    reader.leaveField(field, text);
    return null;
  }
  const value = found.groups?.["number"] ?? found[0];
  const beside = [
    text.slice(0, found.index),
    text.slice(found.index + value.length),
  ].map(withoutMarks);
  reader.leaveField(field, beside.filter(Boolean).join("; "));
  return value;
}

const MARK = String.raw`[\s,;:/&|<>"-]`;
const MARKS = String.raw`(?:${MARK}|\b(?:or|and)\b)+`;
/** The last marks are matched from their first one: else a long run would be read again from each of its marks. */
const MARKS_AROUND = new RegExp(`^${MARKS}|(?<!${MARK})${MARKS}$`, "gi");
const LABEL = /^(?:phone|ph|tel|telephone|e-?mail)\.?$/i;

/** A text beside a value, without what only parts them or says what they are. */
function withoutMarks(text: string): string {
  const words = text.replace(MARKS_AROUND, "").replace(/^\(([^()]*)\)$/, "$1");
  return LABEL.test(words) ? "" : words;
}

/** A street with its city and state. Null without a street. */
export function readPlace(
  reader: RowReader,
  fields: readonly ImportField[] = ADDRESS,
): ImportedPlace | null {
  const [street = "", line2 = "", city = "", state = "", zip = ""] = fields.map(
    (field) => reader.text(field),
  );
  const address = [street, line2].filter(Boolean).join(", ");
  if (address === "") return null;
  const town = [city, [state, zip].filter(Boolean).join(" ")]
    .filter(Boolean)
    .join(", ");
  if (town !== "")
    return { job_address: oneLine(address), job_city: oneLine(town) };
  const hasCities = fields.some(
    (field) => CITIES.has(field) && reader.has(field),
  );
  return hasCities ? { job_address: oneLine(address) } : wholePlace(address);
}

const CITIES: ReadonlySet<ImportField> = new Set(["city", "city_b"]);

/** "12 Elm St, Troy, OH 45373" in one cell has its city too. */
function wholePlace(text: string): ImportedPlace {
  const { name, phone, email, address, city, rest } = readContact(text);
  const isWhole = [name, phone, email, ...rest].every((part) => part === "");
  return isWhole && address !== "" && city !== ""
    ? { job_address: address, job_city: city }
    : { job_address: oneLine(text) };
}

export function readCustomerRow(reader: RowReader): CustomerImportRow | null {
  const customer = readCustomer(reader);
  const found = [readPlace(reader), readPlace(reader, SECOND_ADDRESS)];
  const places = found.filter((place) => place !== null);
  const [first, second] = places;
  const isTwice =
    second !== undefined && JSON.stringify(first) === JSON.stringify(second);
  keepTown(reader, ADDRESS, found[0]);
  keepTown(reader, SECOND_ADDRESS, found[1]);
  if (customer === null) return null;
  return {
    kind: "customers",
    line: reader.line,
    ...reader.id("customer_id"),
    ...customer,
    places: isTwice ? places.slice(0, 1) : places,
    leftovers: reader.leftovers,
  };
}

/** A city without a street is no place, but is not lost. */
function keepTown(
  reader: RowReader,
  fields: readonly ImportField[],
  place: ImportedPlace | null | undefined,
): void {
  if (place) return;
  for (const field of fields) reader.leaveField(field, reader.text(field));
}
