import { placeText, type Place } from "@domain/customer/places";
import { normalizePhone, PHONE_DIGITS } from "@domain/customer/phone";
import { encodeText } from "@domain/text/text";

/** Phones open the link in their maps app. Null without an address. */
export function mapHref(place: Place): string | null {
  const query = encodedPlace(place);
  return query && `https://www.google.com/maps/search/?api=1&query=${query}`;
}

/** Directions from the phone's location. Null without an address. */
export function directionsHref(place: Place): string | null {
  const destination = encodedPlace(place);
  return destination && `https://www.google.com/maps/dir/?api=1&destination=${destination}`;
}

export function phoneHref(phone: string): string | null {
  const number = phoneNumber(phone);
  return number && `tel:${number}`;
}

/**
 * A link to the message app with the text filled in. RFC 5724 puts the text into a query, "?body=", and Android's
 * own app splits what stands behind the "?" at each "&" (LaunchConversationActivity.java in packages/apps/Messaging).
 * Apple documents links with a number only (iPhoneURLScheme_Reference, "SMS Links"); since iOS 8 its app takes the text
 * from behind "&body=" (stackoverflow.com/questions/6480462). The empty field before the "&" serves both.
 */
export function textHref(phone: string, body = ""): string | null {
  const number = phoneNumber(phone);
  const query = body === "" ? "" : `?&body=${encodeText(body)}`;
  return number && `sms:${number}${query}`;
}

export function mailHref(email: string): string | null {
  const address = mailAddress(email);
  return address === "" ? null : `mailto:${address}`;
}

/** A mail with its subject and text; without a usable address, the person enters one in the mail app. */
export function mailWithText(
  email: string,
  { subject, body }: { readonly subject: string; readonly body: string },
): string {
  // RFC 6068: a line of the text ends with CR and LF.
  const lines = body.replace(/\r?\n/g, "\r\n");
  return `mailto:${mailAddress(email)}?subject=${encodeText(subject)}&body=${encodeText(lines)}`;
}

/** The encoded address; empty if the text is not an address. */
function mailAddress(email: string): string {
  const address = email.trim();
  return /^[^\s@]+@[^\s@]+$/.test(address) ? encodeText(address).replace("%40", "@") : "";
}

function encodedPlace(place: Place): string | null {
  return place.job_address.trim() === "" ? null : encodeText(placeText(place));
}

function phoneNumber(phone: string): string | null {
  const digits = normalizePhone(phone);
  return digits.length === PHONE_DIGITS ? `+1${digits}` : null;
}
