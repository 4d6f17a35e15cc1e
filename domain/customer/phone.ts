import { withoutMarks } from "../text/text";

/**
 * A phone number is stored as its digits and shown as (XXX) XXX-XXXX.
 */
export const PHONE_DIGITS = 10;

/**
 * The last digit before an extension: "ext. 12", "x12", "#12". It is matched
 * without backtracking, because a person may paste a page of text.
 */
const BEFORE_EXTENSION = /\d(?=[^a-z#\d]*(?:ext|x|#))/i;

/**
 * The digits of a phone number without its extension. Keeps the last ten digits of a longer number, which drops +1
 * and trunk prefixes.
 */
export function normalizePhone(text: string): string {
  const plain = withoutMarks(text);
  const last = plain.search(BEFORE_EXTENSION);
  const number = last === -1 ? plain : plain.slice(0, last + 1);
  return number.replace(/\D/g, "").slice(-PHONE_DIGITS);
}

/** (XXX) XXX-XXXX if there are exactly ten digits, else the digits alone. */
export function formatPhone(text: string): string {
  const digits = normalizePhone(text);
  if (digits.length !== PHONE_DIGITS) return digits;
  return `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`;
}

/** Whether a number is whole, and not a placeholder for a required field, such as 5555555555. */
export function isRealPhone(phone = ""): boolean {
  const isPlaceholder = /^(\d)\1*$/.test(phone) || /^(?:0123456789|1234567890?)$/.test(phone);
  return phone.length === PHONE_DIGITS && !isPlaceholder;
}
