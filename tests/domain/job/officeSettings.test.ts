import { expect, it } from "vitest";
import { withCompanyName, withOneName } from "@domain/job/officeSettings";

it.each([
  [{}, {}, undefined],
  [{}, { message_company: "Elm" }, "Elm"],
  [{ company_name: "Oak" }, { message_company: "Elm" }, "Oak"],
])(
  "the company name of the settings %j counts before that of the texts %j",
  (settings, texts, company_name) => {
    expect(withCompanyName({ ...settings, opens_at: 480 }, texts)).toEqual({
      company_name,
      opens_at: 480,
    });
  },
);

it("a name that an undo moves back into the texts is one value", () => {
  const settings = {
    before: { company_name: "Oak" },
    after: { company_name: null },
  };
  const texts = {
    before: { message_company: null },
    after: { message_company: "Elm" },
  };
  expect(withOneName([settings, texts])).toEqual([
    { before: { company_name: "Oak" }, after: { company_name: "Elm" } },
    { before: { message_company: null }, after: {} },
  ]);
  expect(withOneName([texts])).toEqual([texts]);
});
