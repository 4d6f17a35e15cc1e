import { render, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, it } from "vitest";
import { FORM_STATES } from "@/dev/formStates";

const STATES = FORM_STATES.flatMap(({ title, states }) =>
  states.map(([name, state]) => ({ name: `${title}: ${name}`, state })),
);

it("shows the job form empty, filled, faulty, changed by somebody else, saving, offline and deleted", () => {
  expect(STATES.map(({ name }) => name.replace(/, in the theme.*:/, ":"))).toEqual([
    "Create Job: empty",
    "Create Job: filled",
    "Create Job: faulty",
    "Create Job: saving",
    "Edit Job: empty",
    "Edit Job: filled",
    "Edit Job: faulty",
    "Edit Job: changed by somebody else",
    "Edit Job: saving",
    "Edit Job: offline",
    "Edit Job: deleted",
  ]);
});

it.each(STATES)("opens $name", async ({ name, state }) => {
  // Without a server, as signed out.
  render(state());
  await userEvent.click(screen.getByRole("button"));
  const dialog = within(await screen.findByRole("dialog"));
  const address = dialog.getByLabelText(/^Address/);
  const isWithout = /empty|faulty/.test(name);
  expect(address).toHaveValue(isWithout ? "" : "88 Elm Street");
  const isLocked = /deleted|Create Job.*saving/.test(name);
  expect(address.hasAttribute("readonly")).toBe(isLocked);
  const count = (text: string) => dialog.queryAllByText(text).length;
  expect(count("Use theirs")).toBe(name.endsWith("somebody else") ? 2 : 0);
  expect(count("Waiting")).toBe(name.endsWith("offline") ? 2 : 0);
  expect(count("Sending")).toBe(/Edit Job.*saving/.test(name) ? 2 : 0);
  const faults = dialog.queryAllByRole("alert");
  expect(faults.length).toBe(name.endsWith("faulty") ? 5 : 0);
});
