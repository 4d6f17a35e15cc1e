import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { renderApp } from "../../../support/renderApp";

beforeEach(async () => {
  window.scrollTo = () => {};
  renderApp({ path: "/calculator", session: { status: "signedOut" } });
  await screen.findByRole("heading", { name: "Calculator" });
});

const amount = () => screen.getByRole("textbox");
const result = () =>
  screen.getByRole("group", { name: /of [56] in gutter$/ }).querySelector("[aria-live=polite]");
const choose = (name: string) => userEvent.click(screen.getByRole("radio", { name }));

test("starts with feet of 5 inch gutter, and a dash for no number", () => {
  expect(screen.getByRole("radio", { name: "5 in" })).toBeChecked();
  expect(screen.getByRole("radio", { name: "ft" })).toBeChecked();
  expect(amount()).toHaveAccessibleName("Length in feet");
  expect(result()).toHaveTextContent("– lb");
});

// Spec 2.49, 2.50
test("turns feet into pounds and pounds into feet, by the factors of the size", async () => {
  await userEvent.type(amount(), "100");
  expect(result()).toHaveTextContent("38 lb");
  await choose("6 in");
  expect(result()).toHaveTextContent("56 lb");
  await choose("lb");
  expect(amount()).toHaveValue("100");
  expect(amount()).toHaveAccessibleName("Weight in pounds");
  expect(result()).toHaveTextContent("177 ft");
  await choose("5 in");
  expect(result()).toHaveTextContent("265 ft");
});

// Spec 2.52
test("shows at most three decimals", async () => {
  await choose("lb");
  await userEvent.type(amount(), "1.2345");
  expect(result()).toHaveTextContent("3.271 ft");
});

// Spec 2.51, 5.25
test.each(["abc", "-", ".", "1,5"])("shows a dash for %j", async (text) => {
  await userEvent.type(amount(), text);
  expect(result()).toHaveTextContent("– lb");
});

test("uses the decimal keypad and announces the result", () => {
  expect(amount()).toHaveAttribute("inputmode", "decimal");
  expect(result()).toBeVisible();
  expect(result()).toHaveAttribute("aria-atomic", "true");
});

test("requests the font at once, since it has no query whose first result could trigger it", () => {
  expect(document.documentElement).toHaveClass("inter");
});

test("lists the common amounts of the chosen unit in both sizes", async () => {
  const rowOf = (amount: string) => {
    const heading = within(screen.getByRole("table")).getByRole("rowheader", {
      name: amount,
    });
    return [...heading.parentElement!.children].map((cell) => cell.textContent);
  };
  expect(rowOf("100 ft")).toEqual(["100 ft", "38 lb", "56 lb"]);
  await choose("lb");
  expect(rowOf("100 lb")).toEqual(["100 lb", "265 ft", "177 ft"]);
});
