/** When a typed line may be booked at once, and who its customer is. */
import { namesAgree } from "./duplicates";
import { isWhollyPlaced, type JobLine } from "./jobLine";
import { normalizePhone } from "./phone";
import { foldText } from "./text";
import { fromDateTimeField } from "./times";
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
  /** Some of what was typed agrees, and some does not, or with several. */
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
      !differs &&
      (byName || line.name === "") &&
      (byContact || !isSaid || like.length === 1),
  );
  const [only, another] = certain;
  return only && another === undefined
    ? { kind: "known", customer: only.customer }
    : { kind: "unclear", like: first.customer };
}

/** Whether the name or a contact agrees, and whether a contact is another one. */
function agreement(line: JobLine, customer: KnownCustomer) {
  const phone = normalizePhone(customer.customer_phone ?? "");
  const email = foldText(customer.customer_email ?? "");
  const typed = foldText(line.email);
  const samePhone = line.phone !== "" && phone === line.phone;
  const sameEmail = typed !== "" && email === typed;
  return {
    byName: line.name !== "" && namesAgree(line.name, customer.customer_name),
    byContact: samePhone || sameEmail,
    differs:
      (line.phone !== "" && phone !== "" && !samePhone) ||
      (typed !== "" && email !== "" && !sameEmail),
  };
}

/** Typed contacts that the known customer does not have. They go into the notes: a line changes no customer. */
export function contactsNotOf(
  line: JobLine,
  customer: KnownCustomer,
): readonly string[] {
  const { customer_phone = "", customer_email = "" } = customer;
  return [
    line.phone === normalizePhone(customer_phone) ? "" : line.phone,
    foldText(line.email) === foldText(customer_email) ? "" : line.email,
  ].filter((contact) => contact !== "");
}

interface Booked {
  readonly line: JobLine;
  readonly reading: DateReading | undefined;
  /** Undefined while it is not known. */
  readonly customer: LineCustomer<KnownCustomer> | undefined;
  readonly now: number;
}

/** Why the line opens the form instead of being booked at once; null if nothing is open. */
export function whyNotBooked(booked: Booked): string | null {
  const { line, customer } = booked;
  if (line.name === "") return "The name is missing.";
  if (line.address === "") return "The address is missing.";
  const fault = dateFault(booked);
  if (fault !== null) return fault;
  if (!isWhollyPlaced(line)) return "Not every word has its place.";
  if (customer === undefined) return "The customers are being searched.";
  if (customer.kind === "unclear") return "The customer may be known already.";
  const isNewContact =
    customer.kind === "known" &&
    contactsNotOf(line, customer.customer).length > 0;
  return isNewContact ? "The customer has no such phone or e-mail." : null;
}

function dateFault({ line, reading, now }: Booked): string | null {
  if (line.date === null || reading === undefined)
    return "The date is missing.";
  if (line.date.readings.length > 1)
    return "The date can be read in more than one way.";
  if (reading.value === null) return "The time is missing.";
  return Number(fromDateTimeField(reading.value)) > now
    ? null
    : "The date is past.";
}
