/**
 * The rules for a customer's fields, each with the error that the person sees.
 * In the result, null means empty and a missing key means not given.
 */
import * as z from "zod";
import { normalizeObtainedType } from "./customers";
import { TEXT_LIMITS, tooLongSentence } from "./inputLimits";
import { limitedText } from "./limitedText";
import { normalizePhone } from "./phone";
import { textOrNull } from "./text";

export const CUSTOMER_NAME_REQUIRED = "Customer name is required.";
export const EMAIL_MALFORMED = "Enter an e-mail address like name@example.com.";
export const OBTAINED_TYPE_UNKNOWN =
  "Choose from the list how the customer found you.";

const customerName = z
  .string()
  .trim()
  .min(1, CUSTOMER_NAME_REQUIRED)
  .max(TEXT_LIMITS.customer_name.max, tooLongSentence("customer_name"));

const customerPhone = limitedText("customer_phone")
  .nullable()
  .transform((text) => textOrNull(normalizePhone(text ?? "")));

const customerEmail = limitedText("customer_email")
  .nullable()
  .transform((text) => textOrNull(text ?? ""))
  .refine((email) => email === null || isEmail(email), EMAIL_MALFORMED);

const customerObtainedType = limitedText("customer_obtained_type")
  .nullable()
  .transform((text, context) => {
    if (text === null || text.trim() === "") return null;
    const option = normalizeObtainedType(text);
    if (option !== null) return option;
    context.addIssue({ code: "custom", message: OBTAINED_TYPE_UNKNOWN });
    return z.NEVER;
  });

const optionalFields = {
  customer_phone: customerPhone.optional(),
  customer_email: customerEmail.optional(),
  customer_obtained_type: customerObtainedType.optional(),
};

/** A new customer. */
export const customerInput = z.object({
  customer_name: customerName,
  ...optionalFields,
});

/** A change of a customer: a missing key leaves the field as it is. */
export const customerChange = z.object({
  customer_name: customerName.optional(),
  ...optionalFields,
});

export type CustomerChange = z.output<typeof customerChange>;

/** Checks for text, an @ and a domain with a dot; only a delivered email proves the rest. */
function isEmail(text: string): boolean {
  return /^[^\s@,;<>]+@[^\s@,;<>.]+(?:\.[^\s@,;<>.]+)+$/.test(text);
}
