import { act, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { pressTab } from "../../../../support/browserFocus";
import { stubLayout } from "../../../../support/fakeBackend";
import {
  button,
  endDialogs,
  enter,
  field,
  openJob,
  savedFields,
} from "../../../../support/jobDialogs";

beforeAll(stubLayout);
beforeEach(() => sessionStorage.clear());
afterEach(endDialogs);

const focusOn = (element: HTMLElement) => act(() => element.focus());

it("a text is saved a moment after Tab went to a button around the form, and at once when it is pressed", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  try {
    const { backend } = openJob();
    enter("Notes", "Gate code 4");
    pressTab(screen.getByRole("dialog"), false);
    expect(button("Show history")).toHaveFocus();
    act(() => void vi.advanceTimersByTime(1000));
    expect(await savedFields(backend)).toEqual(["job_notes"]);

    enter("City", "Dover");
    focusOn(button("Show history"));
    fireEvent.click(button("Show history"));
    expect(await savedFields(backend)).toEqual(["job_notes", "job_city"]);
  } finally {
    vi.useRealTimers();
  }
});

it("Use theirs is reached with the Tab key, takes the other text, and returns the focus to the field", async () => {
  const { backend, setJob } = openJob();
  enter("Notes", "Mine");
  act(() => setJob({ job_notes: "From the office" }));
  pressTab(screen.getByRole("dialog"), false);
  expect(button("Use theirs")).toHaveFocus();
  fireEvent.click(button("Use theirs"));
  expect(field("Notes")).toHaveFocus();
  expect(field("Notes")).toHaveValue("From the office");
  focusOn(button("Save Changes"));
  focusOn(field("City"));
  expect(await savedFields(backend)).toEqual([]);

  enter("Notes", "Mine after all");
  act(() => setJob({ job_notes: "From the office again" }));
  pressTab(screen.getByRole("dialog"), false);
  pressTab(screen.getByRole("dialog"), false);
  expect(await savedFields(backend)).toEqual(["job_notes"]);
});
