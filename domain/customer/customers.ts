import { matchOption } from "../text/text";

/**
 * How the customer found the business. Three more options in the specification
 * name people of its first owner's office; they are left out on purpose.
 */
export const OBTAINED_TYPES = [
  "Friends & Family",
  "Facebook Ads",
  "Yard Sign",
  "Referral",
  "Google Search",
  "Repeat Business",
  "Saw Truck",
  "Door Hanger / Flyer",
  "Sponsorship",
  "Social Media",
] as const;

export type ObtainedType = (typeof OBTAINED_TYPES)[number];

export function normalizeObtainedType(text: string): ObtainedType | null {
  return matchOption(OBTAINED_TYPES, text);
}

/** The first customer of a workspace is C-1001. */
export const FIRST_CUSTOMER_NUMBER = 1001;

export function customerIdOf(customerNumber: number): string {
  return `C-${customerNumber}`;
}
