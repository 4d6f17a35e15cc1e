import { act, render } from "@testing-library/react";
import { ConvexProvider } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import { JobSheet } from "@/features/jobs/print/JobSheet";
import { endPrinting, printOpenJob } from "@/job/printing";
import { aCustomer, aJob, type Job } from "../../../../support/builders";
import { FakeBackend, stubLayout } from "../../../../support/fakeBackend";

beforeAll(stubLayout);
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("print", vi.fn());
  HTMLImageElement.prototype.decode = () => Promise.resolve();
});
afterEach(() => {
  endPrinting();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const photos = (count: number, name: string) =>
  Array.from({ length: count }, (_, at) => `${name}${at}`) as never;

type Lines = FunctionReturnType<typeof api.lines.ofJob>;

function show(change: Partial<Job>, { areLoading = false, lines = [] as Lines | null } = {}) {
  printOpenJob();
  const backend = new FakeBackend();
  backend.answer(api.lines.ofJob, () => lines ?? undefined);
  backend.answer(api.files.getPictures, ({ ids }) =>
    areLoading ? undefined : (ids.map((id) => ({ url: id, thumbnailUrl: id, at: 1 })) as never),
  );
  const customer = aCustomer({
    customer_name: "Ann Vale",
    customer_phone: "5550100009",
  });
  render(
    <ConvexProvider client={backend.asClient()}>
      <JobSheet job={aJob(change)} customer={customer} />
    </ConvexProvider>,
  );
  const sheet = document.querySelector("[data-print-sheet]")!;
  return {
    backend,
    text: sheet.textContent,
    rows: [...sheet.querySelectorAll("tr")].map((row) =>
      [...row.children].map(({ textContent }) => textContent),
    ),
    pictures: [...sheet.querySelectorAll("img")].map(({ src }) => src.replace(/^.*\//, "")),
  };
}

const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

it("prints the present customer, and no more than the first 24 photos", async () => {
  const { text, pictures } = show({
    ...{ job_photo_install: photos(10, "install") },
    ...{ job_photo_estimate: photos(20, "estimate") },
    job_drawings: photos(1, "drawing"),
  });
  expect(text).toContain("Ann Vale");
  expect(text).toContain("(555) 010-0009");
  expect(text).toContain("Photos (the first 24, 6 more on the screen)");
  expect(pictures).toHaveLength(25);
  expect([pictures[0], pictures[1], pictures.at(-1)]).toEqual([
    ...["drawing0", "estimate0", "install3"],
  ]);
  await wait(0);
  expect(window.print).toHaveBeenCalledOnce();
});

it("does not mention further photos if all are on the sheet", () => {
  expect(show({ job_photo_install: photos(24, "install") }).text).not.toContain(
    "more on the screen",
  );
});

it("prints without the pictures that have not loaded after 5 s", async () => {
  show({ job_photo_install: photos(1, "install") }, { areLoading: true });
  await wait(4999);
  expect(window.print).not.toHaveBeenCalled();
  await wait(1);
  expect(window.print).toHaveBeenCalledOnce();
});

const LINES = [
  {
    ...{ name: "Seamless K-Style Gutter", unit: "foot", quantity: 1_200 },
    ...{ size: "6", colorNumber: "002", colorName: "80 Degree White" },
    ...{ price: 9.25, order: "a" },
  },
  { name: "Haul away", quantity: 1, price: 450, order: "b" },
].map((line, at) => ({
  ...{ _id: `l${at}`, _creationTime: 0, clientKey: `l${at}`, jobId: "job1" },
  ...line,
})) as Lines;

it("prints the rows of the job without prices, in place of the table for measurements", async () => {
  const { rows, text } = show({}, { lines: LINES });
  expect(rows).toEqual([
    ["Item", "Size", "Quantity", "Color"],
    ["Seamless K-Style Gutter", "6 in", "1,200 ft", "80 Degree White"],
    ["Haul away", "", "1", ""],
  ]);
  for (const left of ["Measurements", "$", "9.25", "450"]) expect(text).not.toContain(left);
  await wait(0);
  expect(window.print).toHaveBeenCalledOnce();
});

it("prints empty lines for measurements of a job without rows", () => {
  const { rows } = show({});
  expect(rows).toHaveLength(9);
  expect(rows[0]).toEqual(["Where", "Length", "Size", "Notes"]);
  expect(new Set(rows.slice(1).flat())).toEqual(new Set([""]));
});

it("waits for the rows of the job before it prints", async () => {
  const { backend } = show({}, { lines: null });
  await wait(1_000);
  expect(window.print).not.toHaveBeenCalled();
  act(() => backend.answer(api.lines.ofJob, () => LINES));
  await wait(0);
  expect(window.print).toHaveBeenCalledOnce();
});
