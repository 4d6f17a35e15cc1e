import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import type { FunctionReturnType } from "convex/server";
import { afterEach, beforeAll, beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { api } from "@convex/_generated/api";
import { EditJobDialog } from "@/features/jobs/EditJobDialog";
import { aCustomer, aJob, type Job } from "../../../../support/builders";
import { renderOn, stubLayout } from "../../../../support/fakeBackend";
import { aJobsBackend } from "../../../../support/jobsBackend";
import { aUser, fill } from "../../../../support/user";

beforeAll(stubLayout);
beforeEach(() => sessionStorage.clear());
afterEach(() => vi.unstubAllGlobals());

type Line = FunctionReturnType<typeof api.lines.ofJob>[number];

const LINES = [
  { name: "Gutter", unit: "foot", quantity: 120, price: 9.5, order: "a" },
  { name: "End Cap", unit: "piece", quantity: 2, order: "b" },
].map((line, at) => ({
  ...{ _id: `l${at}`, _creationTime: 0, clientKey: `l${at}`, jobId: "job1" },
  ...line,
})) as Line[];

const sheet = () => document.querySelector("[data-print-sheet]");

async function open(change: Partial<Job> = {}, lines = LINES) {
  const printed: (string | null | undefined)[] = [];
  vi.stubGlobal("print", () => printed.push(sheet()?.textContent));
  const job = aJob({
    ...{ job_notes: "Gate code 4711", job_categories: ["Soffit Replace"] },
    ...change,
  });
  const customer = aCustomer({ customer_email: "ann@example.com" });
  const { backend } = aJobsBackend({ customers: [customer], jobs: [job] });
  backend.answer(api.lines.ofJob, () => lines);
  backend.answer(api.office.settings, () => ({
    ...{ company_name: "Elm Gutters", company_phone: "5550100009" },
    ...{ estimate_terms: "Half now.", waste_percent: 77 },
  }));
  backend.answer(api.messages.lastEstimate, () => ({
    ...{ choice: null, opened: null },
  }));
  backend.answer(api.files.getPictures, ({ ids }) =>
    ids.map((id) => ({ url: `big-${id}`, thumbnailUrl: id, at: 1 }) as never),
  );
  backend.perform(api.messages.noteEstimate, () => null);
  renderOn(backend, <EditJobDialog jobId="job1" onClose={() => undefined} />);
  const user = aUser();
  await user.click(await screen.findByRole("button", { name: "Estimate" }));
  await screen.findByLabelText("Notes for the customer");
  const noted = () => backend.callsOf(api.messages.noteEstimate);
  const print = async () => {
    await user.click(screen.getByRole("button", { name: "Print" }));
    await waitFor(() => expect(printed).toHaveLength(1));
    return printed[0] ?? "";
  };
  return { backend, user, noted, print };
}

it("prints the estimate in place of the job's sheet, without anything for the office only", async () => {
  const { noted, print, user } = await open();
  await fill(user, screen.getByLabelText("Notes for the customer"), "In May.");
  const paper = await print();
  for (const text of [
    ...["Elm Gutters", "(555) 010-0009", "Ann Field", "12 Oak St", "Gutter"],
    ...["120 ft", "$9.50", "$1,140.00 and 1 row without a price", "In May."],
    ...["Half now.", "Signature", "Valid until"],
  ])
    expect(paper).toContain(text);
  for (const text of ["Gate code", "77", "Measurements", "(555) 010-0001"])
    expect(paper).not.toContain(text);
  await waitFor(() =>
    expect(noted()).toMatchObject([{ id: "job1", message: "estimate", notes: "In May." }]),
  );
  act(() => void window.dispatchEvent(new Event("afterprint")));
  expect(sheet()).toBeNull();
});

it("prints only the categories and the total if that is chosen", async () => {
  const { print, user } = await open();
  await user.click(screen.getByRole("radio", { name: "Only the total" }));
  const paper = await print();
  expect(paper).toContain("Soffit Replace");
  expect(paper).toContain("$1,140.00");
  expect(paper).not.toContain("120 ft");
});

it("prints the whole first drawing, or else the first photo, if that is chosen", async () => {
  const { print, user } = await open({
    job_drawings: ["drawing1"] as never,
    job_photo_estimate: ["photo1"] as never,
  });
  await user.click(screen.getByRole("button", { name: "Print the first drawing" }));
  HTMLImageElement.prototype.decode = () => Promise.resolve();
  await print();
  expect(sheet()?.querySelector("img")).toHaveAttribute("src", "big-drawing1");
});

it("hands out the estimate as text, and offers the status Estimate Delivered without setting it", async () => {
  const { backend, noted, user } = await open();
  const mail = screen.getByRole("link", { name: "Email" });
  const { href } = mail as HTMLAnchorElement;
  expect(href).toMatch(/^mailto:ann@example\.com\?subject=Estimate%20from/);
  expect(decodeURIComponent(href)).toContain("120 ft Gutter: $1,140.00");
  expect(decodeURIComponent(href)).not.toContain("Gate code");
  mail.addEventListener("click", (event) => event.preventDefault());
  fireEvent.click(mail);
  await waitFor(() =>
    expect(noted()).toMatchObject([
      {
        message: "estimate",
        estimateRows: ["120 ft Gutter: $1,140.00", "2 End Cap"],
      },
    ]),
  );
  expect(backend.callsOf(api.jobs.update)).toEqual([]);
  await user.click(screen.getByRole("button", { name: "Set Estimate Delivered" }));
  await waitFor(() =>
    expect(backend.callsOf(api.jobs.update)).toMatchObject([
      { id: "job1", job_status: "estimate_sent", isForward: true },
    ]),
  );
  await waitFor(() =>
    expect(screen.queryByRole("button", { name: "Set Estimate Delivered" })).toBeNull(),
  );
});

it.each(["approved", "estimate_sent", "cancelled"] as const)(
  "does not offer Estimate Delivered for a job that is %s",
  async (job_status) => {
    const { noted, print } = await open({ job_status });
    await print();
    await waitFor(() => expect(noted()).toHaveLength(1));
    expect(screen.queryByText(/Estimate Delivered/, { selector: "button" })).toBeNull();
  },
);

it("keeps written notes when it is closed, and sends nothing without any", async () => {
  const { noted, user } = await open();
  await user.click(screen.getAllByRole("button", { name: "Close" }).at(-1)!);
  await user.click(await screen.findByRole("button", { name: "Estimate" }));
  await fill(user, await screen.findByLabelText("Notes for the customer"), "In May.");
  await user.click(screen.getAllByRole("button", { name: "Close" }).at(-1)!);
  await waitFor(() =>
    expect(noted()).toMatchObject([{ message: "estimate_draft", notes: "In May." }]),
  );
});

it("keeps written notes when the phone is locked, and does not send them again when it is closed", async () => {
  const { noted, user } = await open();
  const notes = screen.getByLabelText("Notes for the customer");
  await fill(user, notes, "In May.");
  fireEvent.blur(notes);
  await waitFor(() =>
    expect(noted()).toMatchObject([{ message: "estimate_draft", notes: "In May." }]),
  );
  await user.click(screen.getAllByRole("button", { name: "Close" }).at(-1)!);
  expect(noted()).toHaveLength(1);
});

it("records an estimate once if it was handed out and not changed since", async () => {
  const { noted, print, user } = await open();
  await fill(user, screen.getByLabelText("Notes for the customer"), "In May.");
  await print();
  act(() => void window.dispatchEvent(new Event("afterprint")));
  await user.click(screen.getByRole("button", { name: "Company details" }));
  await user.click(screen.getByRole("button", { name: "Discard" }));
  await user.click(screen.getAllByRole("button", { name: "Close" }).at(-1)!);
  await waitFor(() => expect(screen.getAllByRole("dialog")).toHaveLength(1));
  expect(noted()).toHaveLength(1);
});

it.each([
  ["a phone with a share sheet", false, true],
  ["a phone without a share sheet", false, false],
  ["a computer with a share sheet", true, true],
])("shares or copies the text on %s", async (_, isDesk, canShare) => {
  const share = vi.fn(async () => {});
  vi.stubGlobal("matchMedia", () => ({
    matches: isDesk,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  vi.stubGlobal("isSecureContext", true);
  const { noted, user } = await open();
  const { clipboard } = navigator;
  const writeText = vi.spyOn(clipboard, "writeText").mockResolvedValue();
  if (canShare) Object.assign(navigator, { share });
  onTestFinished(() => {
    writeText.mockRestore();
    Reflect.deleteProperty(navigator, "share");
  });
  await user.click(screen.getByRole("radio", { name: "Only the total" }));
  const isShared = !isDesk && canShare;
  await user.click(screen.getByRole("button", { name: isShared ? "Share" : "Copy" }));
  const text = expect.stringContaining("Soffit Replace") as unknown;
  await waitFor(() => {
    if (isShared)
      expect(share.mock.calls).toEqual([[{ title: "Estimate from Elm Gutters", text }]]);
    else expect(writeText.mock.calls).toEqual([[text]]);
  });
  await waitFor(() => expect(noted()).toHaveLength(1));
});

it("says that the job has another price, but not for a job without lines", async () => {
  await open({ jobs_price: 1_200 });
  // The materials of the job, below the estimate, say their sum as well.
  const estimate = within(screen.getByRole("dialog", { name: "Estimate" }));
  const sum = estimate.getByText("$1,140.00 and 1 row without a price");
  expect(sum).toBeVisible();
  expect(screen.getByText("The price of the job is $1,200.00.")).toBeVisible();
});

it("gives the price of a job without lines as the total", async () => {
  await open({ jobs_price: 1_200 }, []);
  expect(screen.getByText("$1,200.00")).toBeVisible();
  expect(screen.queryByText(/The price of the job/)).toBeNull();
  expect(screen.queryByRole("radio")).toBeNull();
});

it("keeps typed notes while the company details are changed", async () => {
  const { user } = await open();
  await fill(user, screen.getByLabelText("Notes for the customer"), "In May.");
  await user.click(screen.getByRole("button", { name: "Company details" }));
  await user.click(screen.getByRole("button", { name: "Discard" }));
  expect(screen.getByLabelText("Notes for the customer")).toHaveValue("In May.");
});
