/**
 * A phone number is stored as its digits and shown as (XXX) XXX-XXXX.
 */
export const PHONE_DIGITS = 10;

/** An extension after the number: "ext. 12", "x12", "#12". */
const EXTENSION = /(\d[^a-z#]*?)\s*(?:extension|ext|x|#).*$/is;

/**
 * The digits of a phone number without its extension. Of a longer number the
 * last ten, which drops +1 and trunk prefixes.
 */
export function normalizePhone(text: string): string {
  return text
    .normalize("NFKC")
    .replace(EXTENSION, "$1")
    .replace(/\D/g, "")
    .slice(-PHONE_DIGITS);
}

/** (XXX) XXX-XXXX if there are exactly ten digits, else the digits alone. */
export function formatPhone(text: string): string {
  const digits = normalizePhone(text);
  if (digits.length !== PHONE_DIGITS) return digits;
  return `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`;
}
