/**
 * The rules for a customer's fields, each with the error that the person sees.
 * In the result, null means empty and a missing key means not given.
 */
import * as z from "zod/mini";
import { normalizeObtainedType } from "./customers";
import { limitedText, textChecks } from "./limitedText";
import { nameLine } from "./oneLine";
import { normalizePhone } from "./phone";
import { textOrNull } from "./text";

export const CUSTOMER_NAME_REQUIRED = "Customer name is required.";
export const EMAIL_MALFORMED = "Enter an e-mail address like name@example.com.";
export const OBTAINED_TYPE_UNKNOWN =
  "Choose from the list how the customer found you.";

const customerName = z
  .string()
  .check(
    z.overwrite(nameLine),
    z.minLength(1, CUSTOMER_NAME_REQUIRED),
    ...textChecks("customer_name"),
  );

const customerPhone = z.pipe(
  z.nullable(limitedText("customer_phone")),
  z.transform((text) => textOrNull(normalizePhone(text ?? ""))),
);

const customerEmail = z
  .pipe(
    z.nullable(limitedText("customer_email")),
    z.transform((text) => textOrNull(text ?? "")),
  )
  .check(
    z.refine((email) => email === null || isEmail(email), EMAIL_MALFORMED),
  );

const customerObtainedType = z.pipe(
  z.nullable(limitedText("customer_obtained_type")),
  z.transform((text, { issues }) => {
    if (text === null || text.trim() === "") return null;
    const option = normalizeObtainedType(text);
    if (option !== null) return option;
    issues.push({
      code: "custom",
      message: OBTAINED_TYPE_UNKNOWN,
      input: text,
    });
    return z.NEVER;
  }),
);

const optionalFields = {
  customer_phone: z.optional(customerPhone),
  customer_email: z.optional(customerEmail),
  customer_obtained_type: z.optional(customerObtainedType),
};

/** A new customer. */
export const customerInput = z.object({
  customer_name: customerName,
  ...optionalFields,
});

/** A change of a customer: a missing key leaves the field as it is. */
export const customerChange = z.object({
  customer_name: z.optional(customerName),
  ...optionalFields,
});

export type CustomerChange = z.output<typeof customerChange>;

/** Checks for text, an @ and a domain with a dot; only a delivered email proves the rest. */
function isEmail(text: string): boolean {
  return /^[^\s@,;<>]+@[^\s@,;<>.]+(?:\.[^\s@,;<>.]+)+$/.test(text);
}
