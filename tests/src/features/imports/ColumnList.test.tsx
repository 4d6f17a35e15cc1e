import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { ColumnList } from "@/features/imports/ColumnList";

it.each([
  ["customers", ["Keep beside the customer"]],
  ["jobs", ["Add to the notes"]],
  ["stock", []],
  ["prices", []],
] as const)("keeps other columns of %s by the choices %j", (kind, kept) => {
  render(
    <ColumnList
      kind={kind}
      columns={[{ title: "Crew", samples: ["A", "B"] }]}
      targets={["skip"]}
      onChange={() => undefined}
    />,
  );
  const { options } = screen.getByRole<HTMLSelectElement>("combobox", {
    name: "Column Crew",
  });
  const choices = [...options].filter(({ value }) => value === "keep");
  expect(choices.map(({ text }) => text)).toEqual(kept);
});
