import { normalizePhone, PHONE_DIGITS } from "@domain/phone";

/** Phones open the link in their maps app. Null without an address. */
export function mapHref(address: string, city: string): string | null {
  const place = [address, city].map((part) => part.trim()).filter(Boolean);
  if (address.trim() === "") return null;
  const query = encodeURIComponent(place.join(", "));
  return `https://www.google.com/maps/search/?api=1&query=${query}`;
}

export function phoneHref(phone: string): string | null {
  const digits = normalizePhone(phone);
  return digits.length === PHONE_DIGITS ? `tel:+1${digits}` : null;
}

export function mailHref(email: string): string | null {
  const address = email.trim();
  return /^[^\s@]+@[^\s@]+$/.test(address)
    ? `mailto:${encodeURIComponent(address).replace("%40", "@")}`
    : null;
}
