import { expect, it } from "vitest";
import {
  directionsHref,
  mailHref,
  mapHref,
  phoneHref,
  textHref,
} from "@/features/jobs/contactLinks";

it("links to the map of address and city", () => {
  expect(mapHref("12 Oak St #4", "Troy")).toBe(
    "https://www.google.com/maps/search/?api=1&query=12%20Oak%20St%20%234%2C%20Troy",
  );
  expect(mapHref("12 Oak St", " ")).toContain("query=12%20Oak%20St");
  expect(mapHref(" ", "Troy")).toBeNull();
});

it("links to the directions to address and city", () => {
  expect(directionsHref("12 Oak St #4", "Troy")).toBe(
    "https://www.google.com/maps/dir/?api=1&destination=12%20Oak%20St%20%234%2C%20Troy",
  );
  expect(directionsHref(" ", "Troy")).toBeNull();
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
