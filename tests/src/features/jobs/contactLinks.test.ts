import { expect, it } from "vitest";
import {
  directionsHref,
  mailHref,
  mapHref,
  phoneHref,
  textHref,
} from "@/features/jobs/contactLinks";

const at = (job_address: string, job_city: string) => ({
  job_address,
  job_city,
});

it("links to the map of address and city", () => {
  expect(mapHref(at("12 Oak St #4", "Troy"))).toBe(
    "https://www.google.com/maps/search/?api=1&query=12%20Oak%20St%20%234%2C%20Troy",
  );
  expect(mapHref(at("12 Oak St", " "))).toContain("query=12%20Oak%20St");
  expect(mapHref(at(" ", "Troy"))).toBeNull();
});

it("links to the directions to address and city", () => {
  expect(directionsHref(at("12 Oak St #4", "Troy"))).toBe(
    "https://www.google.com/maps/dir/?api=1&destination=12%20Oak%20St%20%234%2C%20Troy",
  );
  expect(directionsHref(at(" ", "Troy"))).toBeNull();
});

it("links complete phone numbers only", () => {
  expect(phoneHref("(555) 010-0001")).toBe("tel:+15550100001");
  expect(phoneHref("555-0100")).toBeNull();
  expect(textHref("(555) 010-0001")).toBe("sms:+15550100001");
  expect(textHref("555-0100")).toBeNull();
});

it("encodes any email address", () => {
  expect(mailHref(" ann+job@example.com ")).toBe(
    "mailto:ann%2Bjob@example.com",
  );
  expect(mailHref("ann")).toBeNull();
});

it("links to any text, half of an emoji included", () => {
  const half = "\uD83D";
  expect(mapHref(at(`12 Oak St${half}`, "Troy 🏠"))).toBe(
    "https://www.google.com/maps/search/?api=1&query=12%20Oak%20St%2C%20Troy%20%F0%9F%8F%A0",
  );
  expect(directionsHref(at("12 Oak St", half))).toContain("12%20Oak%20St");
  expect(mailHref(`ann${half}@example.com`)).toBe("mailto:ann@example.com");
});
