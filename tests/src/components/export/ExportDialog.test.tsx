import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { api } from "@convex/_generated/api";
import { ExportDialog } from "@/components/export/ExportDialog";
import { setConnectionState } from "@/lib/connection/connectionState";
import { aJob } from "../../../support/builders";
import { FakeBackend, renderOn } from "../../../support/fakeBackend";
import { aUser } from "../../../support/user";

afterEach(() => vi.restoreAllMocks());

function collectDownloads() {
  const files: Blob[] = [];
  const names: string[] = [];
  URL.createObjectURL = (file) => `blob:${files.push(file as Blob)}`;
  URL.revokeObjectURL = () => {};
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    names.push(this.download);
  });
  return { files, names };
}

const pageOf = (cursor: string | null) => ({
  page: [aJob({ job_address: cursor === null ? "1 Elm St" : "=2 Oak St" })],
  isDone: cursor !== null,
  continueCursor: "second",
});
const jobs = () => screen.getByRole("button", { name: "Download Jobs as CSV" });

test("downloads every page of the jobs in one CSV file", async () => {
  const { files, names } = collectDownloads();
  const backend = new FakeBackend();
  backend.answer(api.jobs.list, ({ paginationOpts }) => pageOf(paginationOpts.cursor));
  renderOn(backend, <ExportDialog first="jobs" onClose={() => {}} />);
  await aUser().click(jobs());
  await waitFor(() => expect(names).toHaveLength(1));
  expect(names[0]).toMatch(/^jobs-\d{4}-\d{2}-\d{2}\.csv$/);
  const bytes = new Uint8Array(await files[0]!.arrayBuffer());
  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const lines = new TextDecoder().decode(bytes).trim().split("\r\n");
  expect(lines[0]).toMatch(/^Job ID,Customer ID,Customer,/);
  expect(lines).toHaveLength(3);
  expect(lines[1]).toContain("1 Elm St");
  expect(lines[2]).toContain("'=2 Oak St");
});

test("a canceled export downloads nothing", async () => {
  const { names } = collectDownloads();
  const backend = new FakeBackend();
  let answer = (_page: unknown) => {};
  const query = () => new Promise((resolve) => (answer = resolve));
  Object.assign(backend, { query });
  renderOn(backend, <ExportDialog first="jobs" onClose={() => {}} />);
  const user = aUser();
  await user.click(jobs());
  expect(screen.getByRole("status")).toHaveTextContent("0 so far");
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  await act(() => {
    answer({ ...pageOf(null), isDone: true });
    return Promise.resolve();
  });
  expect(jobs()).toBeEnabled();
  expect(names).toEqual([]);
});

test("says without signal that it needs one, and asks the server nothing", () => {
  const backend = new FakeBackend();
  const query = vi.fn(() => new Promise(() => {}));
  Object.assign(backend, { query });
  renderOn(backend, <ExportDialog first="jobs" onClose={() => {}} />);
  act(() => setConnectionState("offline"));
  fireEvent.click(jobs());
  expect(screen.getByRole("alert")).toHaveTextContent(/needs a connection/);
  act(() => setConnectionState("connecting"));
  expect(query).not.toHaveBeenCalled();
  fireEvent.click(jobs());
  expect(query).toHaveBeenCalledOnce();
  expect(screen.queryByRole("alert")).toBeNull();
});
