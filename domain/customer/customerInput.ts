/**
 * The rules for a customer's fields, each with the error that the person sees.
 * In the result, null means empty and a missing key means not given.
 */
import { normalizeObtainedType, type ObtainedType } from "./customers";
import { optional, refused, type OutputOf } from "../calls/inputRules";
import { clearableText, requiredText } from "../calls/limitedText";
import { nameLine } from "../text/oneLine";
import { normalizePhone } from "./phone";
import { textOrNull } from "../text/text";

export const CUSTOMER_NAME_REQUIRED = "Customer name is required.";
export const EMAIL_MALFORMED = "Enter an e-mail address like name@example.com.";
export const OBTAINED_TYPE_UNKNOWN = "Choose from the list how the customer found you.";

const customerName = requiredText("customer_name", CUSTOMER_NAME_REQUIRED, nameLine);

const optionalFields = {
  customer_phone: optional(
    clearableText("customer_phone", (text) => textOrNull(normalizePhone(text))),
  ),
  customer_email: optional(clearableText("customer_email", readEmail)),
  customer_obtained_type: optional(clearableText("customer_obtained_type", readObtainedType)),
};

/** A new customer. */
export const customerInput = { customer_name: customerName, ...optionalFields };

/** A change of a customer: a missing key leaves the field as it is. */
export const customerChange = {
  customer_name: optional(customerName),
  ...optionalFields,
};

export type CustomerChange = OutputOf<typeof customerChange>;

function readEmail(text: string): string | null {
  const email = textOrNull(text);
  if (email !== null && !isEmail(email)) throw refused(EMAIL_MALFORMED);
  return email;
}

function readObtainedType(text: string): ObtainedType | null {
  if (textOrNull(text) === null) return null;
  const option = normalizeObtainedType(text);
  if (option === null) throw refused(OBTAINED_TYPE_UNKNOWN);
  return option;
}

/** Checks for text, an @ and a domain with a dot; only a delivered email proves the rest. */
function isEmail(text: string): boolean {
  return /^[^\s@,;<>]+@[^\s@,;<>.]+(?:\.[^\s@,;<>.]+)+$/.test(text);
}
