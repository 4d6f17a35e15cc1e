import { createEvent, fireEvent, screen } from "@testing-library/react";
import { beforeAll, beforeEach, expect, it } from "vitest";
import { api } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";
import { JobPhotos } from "@/features/jobs/photos/JobPhotos";
import { publishPhotos } from "@/offline/photos/photosWaiting";
import { renderOn, stubLayout } from "../../../../support/fakeBackend";
import { aJobsBackend } from "../../../../support/jobsBackend";

const OWNER = {
  kind: "job",
  id: "job1" as Id<"jobs">,
  label: "12 Elm Street",
  customer: "Maria Lopez",
} as const;

beforeAll(stubLayout);
beforeEach(() => {
  localStorage.clear();
  publishPhotos({});
});

function show({ isLocked = false } = {}) {
  const { backend } = aJobsBackend({});
  backend.perform(api.jobs.generateUploadUrl, () => "http://localhost/upload");
  renderOn(backend, <JobPhotos owner={OWNER} files={{}} isLocked={isLocked} />);
  const title = screen.getByRole("button", { name: /^Install photos/ });
  return {
    title,
    region: () => screen.getByRole("region", { name: "Install photos" }),
  };
}

const files = (...names: string[]) => ({
  dataTransfer: {
    types: ["Files"],
    files: names.map((name) => new File(["x"], name, { type: "image/svg+xml" })),
  },
});

/** Whether the browser would open what is dropped there, in place of the page. */
function leavesPage(element: Element, dropped: object): boolean {
  const event = createEvent.drop(element, dropped);
  fireEvent(element, event);
  return !event.defaultPrevented;
}

it("adds files that are dropped on a list, and opens the list", () => {
  const { title, region } = show();
  expect(title).toHaveAttribute("aria-expanded", "false");
  fireEvent.dragOver(title, files("plan.svg"));
  expect(screen.getByText("Add to Install photos")).toBeInTheDocument();
  expect(leavesPage(title, files("plan.svg"))).toBe(false);
  expect(screen.queryByText("Add to Install photos")).not.toBeInTheDocument();
  expect(title).toHaveAttribute("aria-expanded", "true");
  // By the rules of the Add button.
  expect(region()).toHaveTextContent("plan.svg is not");
});

it("keeps the page when files are dropped beside a list, or on a locked one", () => {
  const { title } = show({ isLocked: true });
  for (const place of [document.body, title]) {
    fireEvent.dragOver(place, files("plan.svg"));
    expect(screen.queryByText("Add to Install photos")).not.toBeInTheDocument();
    expect(leavesPage(place, files("plan.svg"))).toBe(false);
  }
  expect(screen.queryByText(/plan.svg/)).not.toBeInTheDocument();
});

it("leaves dropped text to the browser", () => {
  const { title } = show();
  const text = { dataTransfer: { types: ["text/plain"], files: [] } };
  fireEvent.dragOver(title, text);
  expect(screen.queryByText("Add to Install photos")).not.toBeInTheDocument();
  expect(leavesPage(document.body, text)).toBe(true);
});
