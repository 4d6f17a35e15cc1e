import { render, screen, within } from "@testing-library/react";
import { ConvexProvider } from "convex/react";
import { expect, it } from "vitest";
import { JOB_STATUSES, jobStatusLabel } from "@domain/job/jobs";
import StatesPage from "@/dev/StatesPage";
import { FakeBackend } from "../../support/fakeBackend";

it("the page of states shows every part in both themes, and restores the page's theme afterwards", async () => {
  document.documentElement.classList.add("dark");
  const { container, unmount } = render(
    <ConvexProvider client={new FakeBackend().asClient()}>
      <StatesPage />
    </ConvexProvider>,
  );
  await screen.findByRole("heading", { name: "States" });
  const sections = screen.getAllByRole("region");
  expect(sections.length).toBeGreaterThan(10);
  for (const section of sections) {
    const [light, dark] = [...section.querySelectorAll<HTMLElement>("[data-theme]")];
    const states = within(light!).getAllByRole("figure");
    expect(states.length).toBeGreaterThan(0);
    expect(within(dark!).getAllByRole("figure")).toHaveLength(states.length);
  }
  const statuses = within(screen.getByRole("region", { name: "Job status" }));
  for (const status of JOB_STATUSES)
    expect(statuses.getAllByText(jobStatusLabel(status), { selector: "span" })).toHaveLength(2);
  expect(container.querySelector("figure > div:empty")).toBeNull();
  expect(document.documentElement).not.toHaveClass("dark");
  unmount();
  expect(document.documentElement).toHaveClass("dark");
});
