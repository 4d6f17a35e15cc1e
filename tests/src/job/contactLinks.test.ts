import fc from "fast-check";
import { expect, it } from "vitest";
import {
  directionsHref,
  mailHref,
  mailWithText,
  mapHref,
  phoneHref,
  textHref,
} from "@/job/contactLinks";

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
  expect(mailHref(" ann+job@example.com ")).toBe("mailto:ann%2Bjob@example.com");
  expect(mailHref("ann")).toBeNull();
});

it("links to any text, even with half of an emoji", () => {
  const half = "\uD83D";
  expect(mapHref(at(`12 Oak St${half}`, "Troy 🏠"))).toBe(
    "https://www.google.com/maps/search/?api=1&query=12%20Oak%20St%2C%20Troy%20%F0%9F%8F%A0",
  );
  expect(directionsHref(at("12 Oak St", half))).toContain("12%20Oak%20St");
  expect(mailHref(`ann${half}@example.com`)).toBe("mailto:ann@example.com");
});

it("opens a message with its text, for Android as a query and for iOS behind an ampersand", () => {
  expect(textHref("(555) 010-0001", "We're on our way & close.")).toBe(
    "sms:+15550100001?&body=We're%20on%20our%20way%20%26%20close.",
  );
});

it("keeps every character of a message in its links", () => {
  const anyText = fc.string({ unit: "grapheme", minLength: 1 });
  fc.assert(
    fc.property(anyText, anyText, (body, subject) => {
      const sms = textHref("5550100001", body) ?? "";
      const [, query = ""] = sms.split("?");
      const [empty, ...fields] = query.split("&");
      expect([empty, fields.length]).toEqual(["", 1]);
      expect(decodeURIComponent(fields[0] ?? "")).toBe(`body=${body}`);

      const mail = new URL(mailWithText("ann@example.com", { subject, body }));
      expect(mail.pathname).toBe("ann@example.com");
      const [named, text] = mail.search.slice(1).split("&").map(decodeURIComponent);
      expect(named).toBe(`subject=${subject}`);
      expect(text?.replace(/\r\n/g, "\n")).toBe(`body=${body.replace(/\r\n/g, "\n")}`);
    }),
  );
});

it("writes a mail without an address if the customer has none", () => {
  expect(mailWithText("", { subject: "Hi", body: "One.\nTwo." })).toBe(
    "mailto:?subject=Hi&body=One.%0D%0ATwo.",
  );
});
