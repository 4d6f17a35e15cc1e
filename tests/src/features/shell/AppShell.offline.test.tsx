import { act, screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { setConnectionState } from "@/lib/connection/connectionState";
import { renderApp } from "../../../support/renderApp";

// The line has died: the code of the notice never comes.
vi.mock("@/features/shell/ConnectionNotice", () => new Promise(() => undefined));

beforeEach(() => {
  window.scrollTo = () => {};
});

test("the page says that it is offline although the code of the notice is missing", async () => {
  renderApp({ path: "/calculator" });
  await screen.findByRole("heading", { name: "Calculator" });
  act(() => setConnectionState("connecting"));
  expect(screen.queryByText("Offline.")).toBeNull();
  act(() => setConnectionState("offline"));
  expect(await screen.findByText("Offline.")).toBeVisible();
  act(() => setConnectionState("live"));
  expect(screen.queryByText("Offline.")).toBeNull();
});
