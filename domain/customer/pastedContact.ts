import { cityWithState, isCityName, isCountry, isState, isUnit, readStreet } from "./addressText";
import { formatPhone } from "./phone";
import { foldText } from "../text/text";

/** What a text says about a person and where they live; "" for what it does not say. */
export interface PastedContact {
  readonly name: string;
  /** As screens show it: (614) 555-0100. */
  readonly phone: string;
  readonly email: string;
  readonly address: string;
  /** The city, followed by its state and ZIP. */
  readonly city: string;
  readonly country: string;
  /** The texts that are none of these, in their order. */
  readonly rest: readonly string[];
}

/** A longer text is not the contact of one person. */
const MAX_LENGTH = 1_000;

const EMAIL =
  /(?<![^\s,;:<>()"])(?:mailto:)?(?<email>[^\s@,;:<>()"]{1,64}@[^\s@,;:<>()"]{1,190}\.[^\s@,;:<>()".]{2,24})/i;
/** Not a number with the code of another country, such as "+52" or "011 52". */
const PHONE =
  /(?<![\d+]|(?:\+|\b011[\s.-]?)[2-9][\d\s./‐-―-]{0,12}\(?)(?<number>(?:\+?1[\s./‐-―-]{0,3})?(?:\(\d{3}\)|\d{3})[\s./‐-―-]{0,3}\d{3}[\s./‐-―-]{0,3}\d{4})(?!\d)(?:\s{0,3}(?:ext\.?|x|#)\s{0,3}\d{1,6})?/i;

/** Every phone number and e-mail address in a text. */
export const PHONES = new RegExp(PHONE, "gi");
export const EMAILS = new RegExp(EMAIL, "gi");

/** The ends of lines, the cells of a table, and what signatures put between their parts. */
const BETWEEN_LINES = /[\r\n\t;|•·<>"]+/;

/** Words before a value, such as "Cell:" and "E-mail:". Where the value was taken out, they stand alone. */
const LABEL =
  /^(?:name|customer|contact|phone|tel|telephone|cell|mobile|mob|office|work|home|fax|[cmtpoeh]|ph|e-?mail|address|addr|street|city|town)\s*[.:]\s*/i;
const LABEL_ALONE =
  /^(?:phone|tel|telephone|cell|mobile|mob|office|work|home|ph|e-?mail|or|and)[.:]?$/i;

const CLOSING =
  /^(?:thanks|thank you|many thanks|best|(?:best |kind |warm )?regards|sincerely|cheers|hi|hello)[.!]?$/;

/** After a ZIP, a country needs no comma. */
const BEFORE_COUNTRY = /(?<=\d{5})[ \t]+(?=u\.?s\.?(?:a\b|,|$)|united states\b)/i;

const NAME = /^\p{L}[\p{L}\p{M}.'’& -]*$/u;
const MAX_NAME_WORDS = 5;

/**
 * Reads a signature, a row of a table, or an address in one or more lines. Each part is taken once, the first of its
 * kind; nothing is in two parts, and what is uncertain is in `rest`.
 */
export function readContact(text: string): PastedContact {
  if (text.length > MAX_LENGTH) return { ...NOTHING, rest: [text] };
  const reader = new ContactReader();
  const lines = text
    .replace(/\u{A0}/gu, " ")
    .split(BETWEEN_LINES)
    .filter((line) => line.trim() !== "")
    .map((line) => reader.takeContacts(line));
  const segments = lines.flatMap((line, at) => segmentsOf(line, at));
  segments.forEach((segment, at) => reader.take(segment, segments.slice(at + 1), lines.length - 1));
  return reader.contact;
}

const NOTHING: PastedContact = {
  name: "",
  phone: "",
  email: "",
  address: "",
  city: "",
  country: "",
  rest: [],
};

interface Segment {
  readonly text: string;
  readonly line: number;
}

/** The parts of a line between commas. "Sample, Jordan" is one part. */
function segmentsOf(text: string, line: number): Segment[] {
  const parts = text
    .replace(BEFORE_COUNTRY, ",")
    .split(",")
    .map((part) => part.trim().replace(LABEL, ""))
    .filter((part) => part !== "" && !LABEL_ALONE.test(part))
    .filter((part) => !CLOSING.test(foldText(part)));
  const [family = "", first = ""] = parts;
  const isReversed =
    parts.length === 2 &&
    !isState(first) &&
    !isCountry(first) &&
    parts.every((part) => /^[\p{L}\p{M}'’-]+$/u.test(part));
  const joined = isReversed ? [`${family}, ${first}`] : parts;
  return joined.map((part) => ({ text: part, line }));
}

class ContactReader {
  contact: PastedContact = NOTHING;
  /** The last part of the address that was read. */
  #last: Segment | null = null;

  /**
   * Takes the first phone and e-mail address out of a line, and returns the rest, with commas in their places. Further
   * phones become separate parts: no address or name includes them.
   */
  takeContacts(line: string): string {
    let left = line;
    const [written, email] = EMAIL.exec(left) ?? [];
    if (this.contact.email === "" && written && email) {
      this.#put({ email });
      left = left.replace(written, ",");
    }
    const [phone] = PHONE.exec(left) ?? [];
    if (this.contact.phone === "" && phone) {
      this.#put({ phone: formatPhone(phone) });
      left = left.replace(phone, ",");
    }
    return left.replace(PHONES, ",$&,");
  }

  take(segment: Segment, following: readonly Segment[], lastLine: number): void {
    const isRead =
      this.#takeCountry(segment) ||
      this.#takePlace(segment, following) ||
      this.#takeCityName(segment, following[0], lastLine) ||
      this.#takeName(segment);
    if (!isRead) this.#put({ rest: [...this.contact.rest, segment.text] });
  }

  #takeCountry({ text }: Segment): boolean {
    if (this.contact.country !== "" || !isCountry(text)) return false;
    this.#put({ country: text });
    return true;
  }

  #takePlace(segment: Segment, following: readonly Segment[]): boolean {
    const { address, city } = this.contact;
    const { text } = segment;
    if (isState(text)) {
      const isBehindState = city.includes(",");
      const isZip = /^\d/.test(text) && !/\d$/.test(city);
      if (city === "" || (isBehindState && !isZip)) return false;
      this.#put({ city: `${city}${isBehindState ? "" : ","} ${text}` });
      return true;
    }
    const whole = cityWithState(text);
    if (whole !== null && city === "") {
      this.#put({ city: whole });
      return true;
    }
    if (address !== "" && city === "" && isUnit(text)) {
      this.#put({ address: `${address}, ${text}` });
      this.#last = segment;
      return true;
    }
    return address === "" && this.#takeStreet(segment, following);
  }

  #takeStreet(segment: Segment, following: readonly Segment[]): boolean {
    const found = readStreet(segment.text);
    if (found === null) return false;
    if (!found.isSure && !isRestOfPlace(following)) return false;
    this.#last = segment;
    const tail = cityWithState(found.rest);
    if (found.rest === "" || tail === null) this.#put({ address: segment.text });
    else this.#put({ address: found.street, city: tail });
    return true;
  }

  /** The name of a city stands before its state, or right after the street. */
  #takeCityName({ text, line }: Segment, next: Segment | undefined, lastLine: number): boolean {
    const { name, city } = this.contact;
    if (city !== "" || !isCityName(text)) return false;
    const isBeforeState = next?.line === line && isState(next.text);
    const last = this.#last;
    const isAfterStreet =
      last !== null &&
      (last.line === line ||
        // A person's name may also stand on the line below a street.
        (last.line === line - 1 && (name !== "" || line === lastLine)));
    if (!isBeforeState && !isAfterStreet) return false;
    this.#put({ city: text });
    this.#last = null;
    return true;
  }

  #takeName({ text }: Segment): boolean {
    const isName = NAME.test(text.replace(",", "")) && text.split(/\s+/).length <= MAX_NAME_WORDS;
    if (this.contact.name !== "" || !isName) return false;
    this.#put({ name: text });
    return true;
  }

  #put(part: Partial<PastedContact>): void {
    this.contact = { ...this.contact, ...part };
  }
}

/** Whether what follows shows that the text before it was a street. */
function isRestOfPlace([next, after]: readonly Segment[]): boolean {
  if (next === undefined) return false;
  const { text } = next;
  const isPlace = isUnit(text) || isState(text) || cityWithState(text) !== null;
  return isPlace || (isCityName(text) && isState(after?.text ?? ""));
}

/** The fields of a form that a contact may fill. */
export interface ContactFields {
  readonly customer_name: string;
  readonly customer_phone: string;
  readonly customer_email: string;
  readonly job_address: string;
  readonly job_city: string;
  readonly job_notes: string;
}

const FIELD_OF_PART = {
  name: "customer_name",
  phone: "customer_phone",
  email: "customer_email",
  address: "job_address",
  city: "job_city",
} as const;

const PARTS = Object.keys(FIELD_OF_PART) as (keyof typeof FIELD_OF_PART)[];

interface Filled {
  /** The new values of fields that were empty. */
  readonly fields: Partial<ContactFields>;
  /** The texts for which no empty field was found. */
  readonly left: readonly string[];
}

/**
 * The empty fields that a pasted text fills; none of a customer who was chosen from the list. Texts without an empty
 * field go into the notes, if they are empty. Null if the text has fewer than two parts: it is then pasted as it is.
 */
export function fillEmptyFields(
  text: string,
  values: ContactFields,
  isCustomerChosen: boolean,
): Filled | null {
  const contact = readContact(text);
  const found = PARTS.filter((part) => contact[part] !== "");
  if (found.length < 2) return null;
  const isFree = (field: keyof ContactFields) =>
    values[field].trim() === "" && !(isCustomerChosen && field.startsWith("customer_"));
  const fields = Object.fromEntries(
    found
      .map((part) => [FIELD_OF_PART[part], contact[part]] as const)
      .filter(([field]) => isFree(field)),
  );
  const isThere = (part: (typeof PARTS)[number]) =>
    foldText(values[FIELD_OF_PART[part]]) === foldText(contact[part]);
  const left = [
    ...found
      .filter((part) => !(FIELD_OF_PART[part] in fields) && !isThere(part))
      .map((part) => contact[part]),
    ...contact.rest,
  ];
  if (Object.keys(fields).length === 0) return null;
  return left.length > 0 && isFree("job_notes")
    ? { fields: { ...fields, job_notes: left.join("\n") }, left: [] }
    : { fields, left };
}
