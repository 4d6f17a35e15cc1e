import { render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { FaultList } from "@/features/imports/FaultList";

afterEach(() => vi.restoreAllMocks());

it("shows twenty faults, counts the others, and has all of them in the file", async () => {
  let file: Blob | null = null;
  URL.createObjectURL = (blob) => {
    file = blob as Blob;
    return "blob:faults";
  };
  const names: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    names.push(this.download);
  });
  const faults = Array.from({ length: 21 }, (_, at) => ({
    line: at + 4,
    sentence: `No name ${at + 4}.`,
  }));
  render(
    <FaultList
      fileName="clients.2026.csv"
      faults={[{ line: 3, column: "Phone", sentence: "Too long." }, ...faults]}
    />,
  );
  expect(screen.getByText("And 2 more.")).toBeVisible();
  const rows = screen.getAllByRole("listitem");
  expect(rows).toHaveLength(20);
  expect(rows.slice(0, 2).map(({ textContent }) => textContent)).toEqual([
    "Row 3, Phone: Too long.",
    "Row 4: No name 4.",
  ]);
  screen.getByRole("button", { name: "Download as CSV" }).click();
  expect(names).toEqual(["clients.2026-faults.csv"]);
  const bytes = await (file as Blob | null)?.arrayBuffer();
  const lines = new TextDecoder().decode(bytes).trim().split("\r\n");
  expect(lines).toHaveLength(23);
  expect(lines.slice(0, 2)).toEqual(["Row,Column,Reason", "3,Phone,Too long."]);
  expect(lines.at(-1)).toBe("24,,No name 24.");
});
