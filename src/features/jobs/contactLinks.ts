import { normalizePhone, PHONE_DIGITS } from "@domain/phone";

/** Phones open the link in their maps app. Null without an address. */
export function mapHref(address: string, city: string): string | null {
  const place = encodedPlace(address, city);
  return place && `https://www.google.com/maps/search/?api=1&query=${place}`;
}

/** The way from where the phone is. Null without an address. */
export function directionsHref(address: string, city: string): string | null {
  const place = encodedPlace(address, city);
  return place && `https://www.google.com/maps/dir/?api=1&destination=${place}`;
}

export function phoneHref(phone: string): string | null {
  const number = phoneNumber(phone);
  return number && `tel:${number}`;
}

export function textHref(phone: string): string | null {
  const number = phoneNumber(phone);
  return number && `sms:${number}`;
}

export function mailHref(email: string): string | null {
  const address = email.trim();
  return /^[^\s@]+@[^\s@]+$/.test(address)
    ? `mailto:${encodeURIComponent(address).replace("%40", "@")}`
    : null;
}

function encodedPlace(address: string, city: string): string | null {
  if (address.trim() === "") return null;
  const place = [address, city].map((part) => part.trim()).filter(Boolean);
  return encodeURIComponent(place.join(", "));
}

function phoneNumber(phone: string): string | null {
  const digits = normalizePhone(phone);
  return digits.length === PHONE_DIGITS ? `+1${digits}` : null;
}
