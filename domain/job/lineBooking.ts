/** When a typed line may be booked at once, and who its customer is. */
import { namesAgree } from "../names/personNames";
import { isWhollyPlaced, type JobLine } from "./jobLine";
import { normalizePhone } from "../customer/phone";
import { foldText } from "../text/text";
import { fromDateTimeField } from "../dates/dateTimeField";
import type { DateReading } from "./typedTimes";

interface KnownCustomer {
  readonly customer_id: string;
  readonly customer_name: string;
  readonly customer_phone?: string | undefined;
  readonly customer_email?: string | undefined;
}

export type LineCustomer<Customer> =
  | { readonly kind: "new" }
  | { readonly kind: "known"; readonly customer: Customer }
  /** Only a part of what was typed agrees, or several customers agree. */
  | { readonly kind: "unclear"; readonly like: Customer };

/** The customer of the line among those found by its phone, e-mail address and name. */
export function customerOfLine<Customer extends KnownCustomer>(
  line: JobLine,
  found: readonly Customer[],
): LineCustomer<Customer> {
  const like = [...new Map(found.map((one) => [one.customer_id, one])).values()]
    .map((customer) => ({ customer, ...agreement(line, customer) }))
    .filter(({ byName, byContact }) => byName || byContact);
  const [first] = like;
  if (first === undefined) return { kind: "new" };
  const isSaid = line.phone !== "" || line.email !== "";
  const certain = like.filter(
    ({ byName, byContact, differs }) =>
      !differs && (byName || line.name === "") && (byContact || !isSaid || like.length === 1),
  );
  const [only, another] = certain;
  return only && another === undefined
    ? { kind: "known", customer: only.customer }
    : { kind: "unclear", like: first.customer };
}

/** Whether the name or a contact agrees, and whether a contact differs. */
function agreement(line: JobLine, customer: KnownCustomer) {
  const contacts = contactsOf(line, customer);
  return {
    byName: line.name !== "" && namesAgree(line.name, customer.customer_name),
    byContact: contacts.some(({ typed, known }) => typed === known),
    differs: contacts.some(({ typed, known }) => known !== "" && typed !== known),
  };
}

/** The typed contacts, each beside the customer's. */
function contactsOf(
  { phone, email }: JobLine,
  { customer_phone = "", customer_email = "" }: KnownCustomer,
) {
  return [
    { text: phone, typed: phone, known: normalizePhone(customer_phone) },
    { text: email, typed: foldText(email), known: foldText(customer_email) },
  ].filter(({ text }) => text !== "");
}

/** Typed contacts that the known customer does not have. They go into the notes: a line changes no customer. */
export function contactsNotOf(line: JobLine, customer: KnownCustomer): readonly string[] {
  return contactsOf(line, customer)
    .filter(({ typed, known }) => typed !== known)
    .map(({ text }) => text);
}

interface Booked {
  readonly line: JobLine;
  readonly reading: DateReading | undefined;
  /** Undefined while the search for customers has no result yet. */
  readonly customer: LineCustomer<KnownCustomer> | undefined;
  readonly now: number;
}

/** Why the line opens the form instead of being booked at once; null if it can be booked. */
export function whyNotBooked(booked: Booked): string | null {
  const { line, reading, customer, now } = booked;
  const at = fromDateTimeField(reading?.value ?? "");
  const reasons: readonly (readonly [boolean, string])[] = [
    [line.name === "", "The name is missing."],
    [line.address === "", "The address is missing."],
    [line.date === null || !reading, "The date is missing."],
    [
      line.date !== null && line.date.readings.length > 1,
      "The date can be read in more than one way.",
    ],
    [at === null, "The time is missing."],
    [Number(at) <= now, "The date is past."],
    [!isWhollyPlaced(line), "Not every word has its place."],
    [!customer, "The customers are being searched."],
    [customer?.kind === "unclear", "The customer may be known already."],
    [
      customer?.kind === "known" && contactsNotOf(line, customer.customer).length > 0,
      "The customer has no such phone or e-mail.",
    ],
  ];
  return reasons.find(([holds]) => holds)?.[1] ?? null;
}
