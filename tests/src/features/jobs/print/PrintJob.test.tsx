import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeAll, beforeEach, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import { EditJobDialog } from "@/features/jobs/EditJobDialog";
import { printOpenJob } from "@/job/printing";
import { aCustomer, aJob } from "../../../../support/builders";
import { renderOn, stubLayout } from "../../../../support/fakeBackend";
import { aJobsBackend } from "../../../../support/jobsBackend";
import { aUser } from "../../../../support/user";

beforeAll(stubLayout);
beforeEach(() => sessionStorage.clear());

const sheet = () => {
  const element = document.querySelector("[data-print-sheet]");
  return element instanceof HTMLElement ? element : null;
};

/** What the sheet said at the moment of printing. */
function stubPrint() {
  const texts: (string | null)[] = [];
  const print = () => texts.push(sheet()?.textContent ?? null);
  vi.stubGlobal("print", vi.fn(print));
  return texts;
}

function open() {
  const job = aJob({
    job_categories: ["Leaf Guard Replacement"],
    job_notes: "Gate code 4711",
    job_install_crew: "Crew 2",
    ...{ job_estimate_window: 120, job_estimate_length: 90 },
    job_estimate_date: new Date(2026, 10, 24, 8).getTime(),
  });
  const { backend } = aJobsBackend({ customers: [aCustomer()], jobs: [job] });
  backend.answer(api.lines.ofJob, () => []);
  const crews = [{ key: "crew 2", name: "Red crew" }];
  backend.answer(api.office.settings, () => ({ crews }));
  renderOn(backend, <EditJobDialog jobId="job1" onClose={() => undefined} />);
  return { user: aUser(), job };
}

it("prints the customer, the place, the work, the crew, the notes and room for measurements", async () => {
  const texts = stubPrint();
  const { user, job } = open();
  await user.click(await screen.findByRole("button", { name: "Print" }));
  await waitFor(() => expect(texts).toHaveLength(1));
  for (const text of [
    aCustomer().customer_name,
    job.job_address,
    "Leaf Guard Replacement",
    "Gate code 4711",
    "Install crewRed crew",
    "8:00 AM, arrives 8 to 10 AM, takes until 9:30 AM",
    "Measurements",
  ])
    expect(texts[0]).toContain(text);
});

it("prints again for another request, and leaves no sheet after printing", async () => {
  const texts = stubPrint();
  open();
  await screen.findByRole("button", { name: "Print" });
  act(() => printOpenJob());
  await waitFor(() => expect(texts).toHaveLength(1));
  act(() => printOpenJob());
  await waitFor(() => expect(texts).toHaveLength(2));
  act(() => void window.dispatchEvent(new Event("afterprint")));
  expect(sheet()).toBeNull();
  const toolbar = screen.getByRole("toolbar", { name: "Dialog actions" });
  expect(within(toolbar).getByRole("button", { name: "Print" })).not.toHaveAttribute("aria-busy");
});

it("prints the sheet in place of the page by Ctrl+P", async () => {
  const texts = stubPrint();
  const { user, job } = open();
  await screen.findByRole("button", { name: "Print" });
  await user.keyboard("{Control>}p{/Control}");
  await waitFor(() => expect(texts).toHaveLength(1));
  expect(texts[0]).toContain(job.job_address);
});

it("prints the sheet in place of the page by the browser's menu", async () => {
  const { job } = open();
  await screen.findByRole("button", { name: "Print" });
  act(() => void window.dispatchEvent(new Event("beforeprint")));
  expect(sheet()).toHaveTextContent(job.job_address);
  act(() => void window.dispatchEvent(new Event("afterprint")));
  expect(sheet()).toBeNull();
});
