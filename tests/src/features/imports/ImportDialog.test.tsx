import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { api } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";
import { ImportDialog } from "@/features/imports/ImportDialog";
import { TableSession, type ImportSession } from "@/features/imports/importSession";
import { FakeBackend, renderOn } from "../../../support/fakeBackend";
import { aUser } from "../../../support/user";

/** The worker's work in the page, because jsdom has no workers. */
const opened = vi.hoisted(() => ({
  isBroken: false,
  closed: 0,
  delay: null as Promise<void> | null,
  reading: null as Promise<unknown> | null,
}));
vi.mock("@/features/imports/openImportSession", () => ({
  openImportSession: (): ImportSession => {
    const session = new TableSession();
    return {
      read: async (file) => {
        if (opened.isBroken) throw { code: "UNEXPECTED", message: "gone" };
        await opened.delay;
        const reading = readBytes(file).then((bytes) => session.read(new Uint8Array(bytes)));
        opened.reading = reading;
        return await reading;
      },
      apply: (choices) => Promise.resolve(session.apply(choices)),
      close: () => (opened.closed += 1),
    };
  },
}));

function readBytes(file: Blob): Promise<ArrayBuffer> {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as ArrayBuffer);
    reader.readAsArrayBuffer(file);
  });
}

beforeEach(() => {
  opened.isBroken = false;
  opened.closed = 0;
  opened.delay = null;
  opened.reading = null;
});

const JOBS = [
  "Job #,Client name,Phone,Address,Status,Scheduled date,Total,Crew",
  "1,Rosa Delgado,614-555-0101,12 Elm St,Complete,03/04/2026,90,A",
  "2,Jo Park,,4 Oak Ct,Late,05/06/2026,,B",
  "3,,,9 Mill Rd,Late,,,B",
].join("\n");

async function openWith(text: string, name = "jobs.csv") {
  const user = aUser();
  const onClose = vi.fn();
  const backend = new FakeBackend();
  // The rows are on their way until the test ends.
  backend.perform(api.imports.begin, () => new Promise<never>(() => undefined));
  renderOn(backend, <ImportDialog onClose={onClose} />);
  await user.upload(
    screen.getByLabelText("Choose a file"),
    new File([text], name, { type: "text/csv" }),
  );
  return { user, onClose };
}

const column = (title: string) =>
  screen.getByRole<HTMLSelectElement>("combobox", { name: `Column ${title}` });
const firstRows = () => screen.findByRole("list", { name: "First rows" });

test("shows what each column becomes, and the first rows", async () => {
  await openWith(JOBS);
  const rows = await firstRows();
  expect(within(rows).getByText("Rosa Delgado")).toBeVisible();
  expect(within(rows).getByText("(614) 555-0101")).toBeVisible();
  expect(within(rows).getByText(/9:00 AM, A$/)).toBeVisible();
  expect(screen.getByRole("radio", { name: "Jobs" })).toBeChecked();
  expect(column("Scheduled date")).toHaveDisplayValue("Install date");
  expect(column("Crew")).toHaveDisplayValue("Install crew");
  expect(screen.getByText("jobs.csv, 3 rows")).toBeVisible();
  expect(screen.getByText("2 can be imported, 1 row cannot")).toBeVisible();
});

test("a file that is canceled while it is read does not open later", async () => {
  let answer = () => {};
  opened.delay = new Promise((resolve) => (answer = resolve));
  const { user } = await openWith(JOBS);
  await user.click(await screen.findByRole("button", { name: "Cancel" }));
  expect(opened.closed).toBe(1);
  answer();
  await vi.waitFor(() => expect(opened.reading).not.toBeNull());
  await act(async () => void (await opened.reading));
  expect(screen.getByLabelText("Choose a file")).toBeVisible();
  expect(screen.queryByText("jobs.csv, 3 rows")).toBeNull();
});

test("a file whose import has ended is not offered again", () => {
  const backend = new FakeBackend();
  const staged = {
    ...{ _id: "i1" as Id<"imports">, kind: "customers" as const },
    ...{ fileName: "clients.csv", rowCount: 3, found: {}, decided: 0 },
    ...{ progress: 1, readAt: 1 },
  };
  const show = (state: "checked" | "done") =>
    backend.answer(api.imports.staged, () => ({ ...staged, state }));
  show("checked");
  renderOn(backend, <ImportDialog onClose={vi.fn()} />);
  expect(screen.getByRole("button", { name: "Continue" })).toBeVisible();
  show("done");
  expect(screen.queryByRole("button", { name: "Continue" })).toBeNull();
});

test("a field that is given to another column is taken from the first one, and stays there after a further choice", async () => {
  const { user } = await openWith(JOBS);
  await firstRows();
  await user.selectOptions(column("Crew"), "Customer name");
  expect(column("Client name")).toHaveDisplayValue("Add to the notes");
  await waitFor(async () => expect(within(await firstRows()).getByText("A")).toBeVisible());
  await user.selectOptions(column("Phone"), "Leave out");
  expect(column("Crew")).toHaveDisplayValue("Customer name");
});

test("a phone may have several columns", async () => {
  const { user } = await openWith(JOBS);
  await firstRows();
  await user.selectOptions(column("Crew"), "Phone");
  expect(column("Crew")).toHaveDisplayValue("Phone");
  expect(column("Phone")).toHaveDisplayValue("Phone");
});

test("asks once for statuses, payment, order of dates and the time of day, and passes on the rows", async () => {
  const { user } = await openWith(JOBS);
  await firstRows();
  await user.selectOptions(screen.getByRole("combobox", { name: "Status Late" }), "Approved");
  await user.selectOptions(
    screen.getByLabelText("Order of dates such as 03/04/2026"),
    "Day first: April 3",
  );
  expect(await screen.findByText(/Apr 3, 26, 9:00 AM/)).toBeVisible();
  const proceed = screen.getByRole("button", { name: "Continue" });
  await waitFor(() => expect(proceed).not.toHaveAttribute("aria-disabled"));
  await user.click(proceed);
  expect(screen.getByRole("alert")).toHaveTextContent("Say whether the finished jobs are paid.");
  await user.click(screen.getByRole("radio", { name: "Paid" }));
  expect(await screen.findByText("Installed and Paid", { selector: "dd" })).toBeVisible();
  expect(screen.queryByRole("alert")).toBeNull();
  await user.click(proceed);
  expect(await screen.findByText(/jobs\.csv/)).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Back" }));
  await firstRows();
  expect(screen.getByRole("radio", { name: "Paid" })).toBeChecked();
});

test("asks for the time of dates that name a part of the day, once for each part", async () => {
  await openWith(
    "Client name,Address,Scheduled date,Scheduled start time\n" +
      "Rosa Delgado,12 Elm St,05/14/2027,Morning\n" +
      "Jo Park,4 Oak Ct,05/15/2027,AM\n" +
      "Al Fox,9 Mill Rd,05/16/2027,\n",
  );
  const rows = await firstRows();
  expect(within(rows).getByText(/May 14, 27, 8:00 AM/)).toBeVisible();
  const morning = screen.getByLabelText("Time of 2 dates in the morning");
  expect(morning).toHaveValue("08:00");
  expect(screen.getByLabelText("Time of 1 date without one")).toHaveValue("09:00");
  fireEvent.change(morning, { target: { value: "07:30" } });
  expect(await screen.findByText(/May 15, 27, 7:30 AM/)).toBeVisible();
  expect(screen.getByText("Scheduled start time: AM")).toBeVisible();
});

test("says which rows cannot be imported", async () => {
  await openWith(JOBS);
  const faults = await screen.findByRole("list", { name: "Faults" });
  expect(faults).toHaveTextContent("Row 4, Client name: Customer name is required.");
  expect(screen.getByRole("button", { name: "Download as CSV" })).toBeVisible();
});

test("says why a file is refused, and takes another one", async () => {
  const { user } = await openWith("Foo\nA\n");
  expect(await screen.findByRole("alert")).toHaveTextContent("Only one column was found.");
  await user.upload(
    screen.getByLabelText("Choose a file"),
    new File(["Name,Phone\nA,1234567\n"], "people.csv"),
  );
  expect(await screen.findByText("people.csv, 1 row")).toBeVisible();
  expect(screen.getByRole("radio", { name: "Customers" })).toBeChecked();
  expect(opened.closed).toBe(1);
});

test("a file that cannot be read can be chosen again", async () => {
  vi.stubGlobal("reportError", vi.fn());
  opened.isBroken = true;
  await openWith(JOBS);
  expect(await screen.findByRole("alert")).toHaveTextContent(
    "The file could not be read. Try again.",
  );
});
