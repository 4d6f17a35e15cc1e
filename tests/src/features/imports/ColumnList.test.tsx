import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { ColumnList } from "@/features/imports/ColumnList";

it.each([
  ["customers", "Keep beside the customer"],
  ["jobs", "Add to the notes"],
] as const)("keeps another column of %s by %j", (kind, kept) => {
  render(
    <ColumnList
      kind={kind}
      columns={[{ title: "Crew", samples: ["A", "B"], hasDates: false }]}
      targets={["skip"]}
      onChange={() => undefined}
    />,
  );
  const { options } = screen.getByRole<HTMLSelectElement>("combobox", {
    name: "Column Crew",
  });
  const choices = [...options].filter(({ value }) => value === "keep");
  expect(choices.map(({ text }) => text)).toEqual([kept]);
});

it.each([
  ["jobs", "keep", true],
  ["jobs", "install_date", false],
  ["customers", "keep", false],
] as const)("asks what the dates of %s are that become %s: %j", (kind, target, isAsked) => {
  render(
    <ColumnList
      kind={kind}
      columns={[{ title: "Booked", samples: ["5/14/2027"], hasDates: true }]}
      targets={[target]}
      onChange={() => undefined}
    />,
  );
  expect(screen.queryAllByText(/^These are dates/)).toHaveLength(isAsked ? 1 : 0);
});
