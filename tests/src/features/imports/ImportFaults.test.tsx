import { screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";
import { ImportFaults } from "@/features/imports/ImportFaults";
import { FakeBackend, renderOn } from "../../../support/fakeBackend";

type Staged = Parameters<typeof ImportFaults>[0]["staged"];

afterEach(() => vi.restoreAllMocks());

const aFile = (faulty: number): Staged => ({
  ...{ _id: "i1" as Id<"imports">, kind: "customers", state: "checked" },
  ...{ fileName: "clients.2026.csv", rowCount: 30, decided: 0, progress: 0 },
  ...{ found: { faulty }, readAt: 1 },
});

/** Shows the faults of these rows, which the server has found, two a page. */
function show(lines: readonly number[]) {
  const backend = new FakeBackend();
  backend.answer(api.imports.findings, ({ paginationOpts: { cursor } }) => {
    const at = Number(cursor ?? 0);
    return {
      page: lines.slice(at, at + 2).map((line) => ({
        _id: `f${line}` as Id<"importFindings">,
        ...{ line, sentence: `No name ${line}.` },
      })),
      isDone: at + 2 >= lines.length,
      continueCursor: String(at + 2),
    };
  });
  renderOn(
    backend,
    <ImportFaults
      staged={aFile(lines.length)}
      faults={[{ line: 3, column: "Phone", sentence: "Too long." }]}
    />,
  );
}

it("lists the faults of every page of the server beside those of the page, by row", async () => {
  show([2, 4, 5, 7, 9]);
  await screen.findByText(/No name 9/);
  const rows = screen.getAllByRole("listitem");
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    "Row 2: No name 2.",
    "Row 3, Phone: Too long.",
    ...[4, 5, 7, 9].map((line) => `Row ${line}: No name ${line}.`),
  ]);
});

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
  show(Array.from({ length: 21 }, (_, at) => at + 4));
  await screen.findByText("And 2 more.");
  expect(screen.getAllByRole("listitem")).toHaveLength(20);
  screen.getByRole("button", { name: "Download as CSV" }).click();
  expect(names).toEqual(["clients.2026-faults.csv"]);
  const bytes = await (file as Blob | null)?.arrayBuffer();
  const lines = new TextDecoder().decode(bytes).trim().split("\r\n");
  expect(lines).toHaveLength(23);
  expect(lines.slice(0, 2)).toEqual(["Row,Column,Reason", "3,Phone,Too long."]);
  expect(lines.at(-1)).toBe("24,,No name 24.");
});
