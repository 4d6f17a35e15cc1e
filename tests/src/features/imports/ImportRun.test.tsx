import { act, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";
import { CHUNK_ROWS } from "@domain/imports/chunks";
import { DialogFrame } from "@/components/ui/Dialog";
import { ImportRun } from "@/features/imports/ImportRun";
import { hasUnsavedWork } from "@/lib/pendingWork";
import { FakeBackend, renderOn } from "../../../support/fakeBackend";
import { aCustomerRow } from "../../../support/importRows";

const IMPORT_ID = "i1" as Id<"imports">;

function run(lines: readonly number[], { fileName = "clients.csv", isHeld = false } = {}) {
  const backend = new FakeBackend();
  backend.perform(api.imports.begin, () => IMPORT_ID);
  const parts: (() => void)[] = [];
  backend.perform(
    api.imports.stage,
    () =>
      new Promise<null>((resolve) => {
        if (isHeld) parts.push(() => resolve(null));
        else resolve(null);
      }),
  );
  const view = renderOn(
    backend,
    <DialogFrame size="large">
      <ImportRun
        fileName={fileName}
        kind="customers"
        rows={lines.map((line) => aCustomerRow({ line }))}
        faults={[]}
        onClose={vi.fn()}
        onBack={vi.fn()}
      />
    </DialogFrame>,
  );
  const begun = () => backend.callsOf(api.imports.begin);
  const staged = () => backend.callsOf(api.imports.stage).map(({ index }) => index);
  return { ...view, parts, begun, staged };
}

it("names a file by the end of a name that is too long for the server", async () => {
  const name = `${"a".repeat(300)}.csv`;
  const { begun } = run([2], { fileName: name });
  await waitFor(() => expect(begun()).toHaveLength(1));
  expect(begun()[0]?.["fileName"]).toBe(`${"a".repeat(251)}.csv`);
});

it("sends no further part once it is closed, and counts as unsaved until the last response", async () => {
  const lines = Array.from({ length: 2 * CHUNK_ROWS }, (_, at) => at + 2);
  const { parts, staged, unmount } = run(lines, { isHeld: true });
  await waitFor(() => expect(parts).toHaveLength(1));
  unmount();
  expect(hasUnsavedWork()).toBe(true);
  await act(() => Promise.resolve(parts[0]?.()));
  await waitFor(() => expect(hasUnsavedWork()).toBe(false));
  expect(staged()).toEqual([0]);
});

it("asks before the page is left while it is sent", async () => {
  const { parts } = run([2], { isHeld: true });
  await waitFor(() => expect(parts).toHaveLength(1));
  expect(hasUnsavedWork()).toBe(true);
  expect(screen.getByText(/^Sending clients.csv/)).toBeVisible();
  await act(() => Promise.resolve(parts[0]?.()));
  await waitFor(() => expect(hasUnsavedWork()).toBe(false));
});
