import { describe, expect, it } from "vitest";
import {
  customerIdOf,
  FIRST_CUSTOMER_NUMBER,
  normalizeObtainedType,
  OBTAINED_TYPES,
} from "@domain/customer/customers";

describe("how a customer came to us", () => {
  it.each(OBTAINED_TYPES)("knows %s in any spelling", (option) => {
    expect(normalizeObtainedType(` ${option.toUpperCase()} `)).toBe(option);
  });

  // Spec 3.15
  it("ten of the ways in which a customer came to us do not name a person", () => {
    expect(OBTAINED_TYPES).toEqual([
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
    ]);
    expect(normalizeObtainedType("Billboard")).toBeNull();
    expect(normalizeObtainedType("")).toBeNull();
  });
});

describe("a customer's readable id", () => {
  it("starts at C-1001", () => {
    expect(customerIdOf(FIRST_CUSTOMER_NUMBER)).toBe("C-1001");
  });
});
