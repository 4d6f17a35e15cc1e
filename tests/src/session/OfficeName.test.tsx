import { screen, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import type { Session } from "@/session/session";
import { ANA, renderApp } from "../../support/renderApp";

const { user } = ANA as Extract<Session, { status: "signedIn" }>;

beforeEach(() => {
  window.scrollTo = () => {};
});

test("the office's name stands in the header and beside every Delete, for a person with several offices", async () => {
  const session = { ...ANA, user: { ...user, officeName: "Reyes Gutters" } };
  renderApp({ path: "/settings", session });
  const deletions = await screen.findAllByRole("button", { name: /^Delete/ });
  expect(deletions).toHaveLength(3);
  for (const button of deletions)
    expect(within(button.closest("li")!).getByText("Reyes Gutters")).toBeVisible();
  const [header] = screen.getAllByRole("banner");
  expect(await within(header!).findByText("Reyes Gutters")).toBeVisible();
});
