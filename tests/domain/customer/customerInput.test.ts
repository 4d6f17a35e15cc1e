import { describe, expect, it } from "vitest";
import {
  CUSTOMER_NAME_REQUIRED,
  customerChange,
  customerInput,
  EMAIL_MALFORMED,
  OBTAINED_TYPE_UNKNOWN,
} from "@domain/customer/customerInput";
import { checkInput, parseInput } from "@domain/calls/inputRules";

function refusal(input: Record<string, unknown>) {
  const { errors } = checkInput(customerInput, {
    customer_name: "Anna",
    ...input,
  });
  return errors?.map(({ field, message }) => [field, message]);
}

describe("new customers", () => {
  it("a new customer is accepted in its normal form", () => {
    expect(
      parseInput(customerInput, {
        customer_name: "  Anna Bell ",
        customer_phone: "+1 (555) 123-4567 x9",
        customer_email: " anna@example.com ",
        customer_obtained_type: "yard sign",
      }),
    ).toEqual({
      customer_name: "Anna Bell",
      customer_phone: "5551234567",
      customer_email: "anna@example.com",
      customer_obtained_type: "Yard Sign",
    });
  });

  it("a name of several lines becomes one line", () => {
    const names = ["Anna\r\nBell", "Bell,\n Anna\n"];
    expect(names.map((name) => parseInput(customerInput, { customer_name: name }))).toEqual([
      { customer_name: "Anna Bell" },
      { customer_name: "Bell, Anna" },
    ]);
  });

  it("a new customer needs only a name; a blank field is empty", () => {
    expect(parseInput(customerInput, { customer_name: "Anna" })).toEqual({
      customer_name: "Anna",
    });
    expect(
      parseInput(customerInput, {
        customer_name: "Anna",
        customer_phone: "",
        customer_email: " ",
        customer_obtained_type: "",
      }),
    ).toEqual({
      customer_name: "Anna",
      customer_phone: null,
      customer_email: null,
      customer_obtained_type: null,
    });
  });

  // Spec 8.14
  it("a new customer is refused with a sentence at its field", () => {
    expect(refusal({ customer_name: "  " })).toEqual([["customer_name", CUSTOMER_NAME_REQUIRED]]);
    expect(refusal({ customer_name: "a".repeat(121) })).toEqual([
      ["customer_name", "Keep the name under 121 characters."],
    ]);
    expect(refusal({ customer_email: `${"a".repeat(249)}@b.com` })).toEqual([
      ["customer_email", "Keep the e-mail address under 255 characters."],
    ]);
    expect(refusal({ customer_phone: "5".repeat(101) })).toEqual([
      ["customer_phone", "Keep the phone number under 101 characters."],
    ]);
    expect(refusal({ customer_obtained_type: " ".repeat(101) })).toEqual([
      ["customer_obtained_type", "Keep the obtained type under 101 characters."],
    ]);
    expect(refusal({ customer_obtained_type: "Billboard" })).toEqual([
      ["customer_obtained_type", OBTAINED_TYPE_UNKNOWN],
    ]);
  });

  it.each(["anna", "anna@", "@example.com", "anna@example", "a b@example.com", "a@b@c.com"])(
    "a new customer is refused with the e-mail address %j",
    (customer_email) => {
      expect(refusal({ customer_email })).toEqual([["customer_email", EMAIL_MALFORMED]]);
    },
  );
});

describe("a change of a customer", () => {
  it("a change of a customer leaves out the fields that it does not name", () => {
    expect(parseInput(customerChange, {})).toEqual({});
    expect(parseInput(customerChange, { customer_phone: "555 1234" })).toEqual({
      customer_phone: "5551234",
    });
  });

  it("a change of a customer clears optional fields with null", () => {
    expect(
      parseInput(customerChange, {
        customer_phone: null,
        customer_email: null,
      }),
    ).toEqual({
      customer_phone: null,
      customer_email: null,
    });
    expect(checkInput(customerChange, { customer_name: "" }).errors).toHaveLength(1);
  });
});

it("refuses a character that cannot be stored, with the sentence of its field", () => {
  expect(refusal({ customer_name: "Nora\0" })).toEqual([
    ["customer_name", "Remove the characters from the name that cannot be saved."],
  ]);
});
