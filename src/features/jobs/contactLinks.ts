import { placeText, type Place } from "@domain/places";
import { normalizePhone, PHONE_DIGITS } from "@domain/phone";

/** Phones open the link in their maps app. Null without an address. */
export function mapHref(place: Place): string | null {
  const query = encodedPlace(place);
  return query && `https://www.google.com/maps/search/?api=1&query=${query}`;
}

/** Directions from the phone's location. Null without an address. */
export function directionsHref(place: Place): string | null {
  const destination = encodedPlace(place);
  return (
    destination &&
    `https://www.google.com/maps/dir/?api=1&destination=${destination}`
  );
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
    ? `mailto:${encode(address).replace("%40", "@")}`
    : null;
}

function encodedPlace(place: Place): string | null {
  return place.job_address.trim() === "" ? null : encode(placeText(place));
}

/** Encodes text without lone surrogates, such as half of a pasted emoji: encodeURIComponent throws on them. */
function encode(text: string): string {
  return encodeURIComponent(text.replace(/\p{Cs}/gu, ""));
}

function phoneNumber(phone: string): string | null {
  const digits = normalizePhone(phone);
  return digits.length === PHONE_DIGITS ? `+1${digits}` : null;
}
