import { expect, it } from "vitest";
import { LINK_MALFORMED, templatesOfChange } from "@domain/changes/setTemplates";

it("takes a company as it is written, and clears what is blank", () => {
  expect(
    templatesOfChange({
      message_company: " Elm {Gutters} ",
      message_link: null,
      message_done: "  ",
      message_review: "Hi {customer}!",
    }),
  ).toStrictEqual({
    message_company: "Elm {Gutters}",
    message_link: undefined,
    message_done: undefined,
    message_review: "Hi {customer}!",
  });
});

it("puts a company of two lines on one, and keeps the lines of a message", () => {
  const texts = { message_company: "Elm\nGutters", message_done: "Thank you!\nElm" };
  expect(templatesOfChange(texts)).toEqual({ ...texts, message_company: "Elm Gutters" });
});

it.each(["elm.example", "ftp://elm.example", "https://", "https://e .com"])(
  "refuses the link %j",
  (message_link) => {
    expect(() => templatesOfChange({ message_link })).toThrow(LINK_MALFORMED);
  },
);

it("refuses a text with braces that nothing fills in", () => {
  expect(() => templatesOfChange({ message_done: "{site}" })).toThrow("Nothing fills in {site}.");
});
