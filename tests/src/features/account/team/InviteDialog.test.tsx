import { render, screen } from "@testing-library/react";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { InviteDialog } from "@/features/account/team/InviteDialog";
import { stubLayout } from "../../../../support/fakeBackend";

beforeAll(stubLayout);
afterEach(() => vi.unstubAllGlobals());

test("says that there is no link, and reports an error other than a lost connection", async () => {
  const report = vi.fn();
  vi.stubGlobal("reportError", report);
  const fault = new Error("planted");
  render(<InviteDialog invite={() => Promise.reject(fault)} onClose={() => undefined} />);
  expect(await screen.findByRole("alert")).toHaveTextContent(
    "The server could not be reached. Try again.",
  );
  expect(report).toHaveBeenCalledWith(fault);
});
