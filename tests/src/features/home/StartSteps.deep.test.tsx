import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import { StartSteps } from "@/features/home/StartSteps";
import { SignInContext, type SignIn } from "@/session/session";
import { getTeam } from "@/session/teamApi";
import { FakeBackend, renderOn, stubLayout } from "../../../support/fakeBackend";

vi.mock("@/session/teamApi", { spy: true });

/** Sign-in on a server for one machine. */
const SIGN_IN = { local: {} } as unknown as SignIn;
const USER = { id: "anna", name: "Anna", email: "", workspaceId: "anna" };

const server = { lastBackupAt: null as string | null };

beforeEach(() => {
  stubLayout();
  server.lastBackupAt = null;
  vi.mocked(getTeam).mockRejectedValue(new Error("not asked here"));
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json(server)));
});
afterEach(() => vi.unstubAllGlobals());

it("looks for a backup of the server, and says so while there is none", async () => {
  const office = new FakeBackend();
  office.answer(api.inventory.listItems, () => []);
  renderOn(
    office,
    <SignInContext value={SIGN_IN}>
      <StartSteps user={USER} settings={{}} />
    </SignInContext>,
  );
  const look = await screen.findByRole("button", { name: "Look for a backup" });
  fireEvent.click(look);
  expect(await screen.findByText("No backup yet")).toBeVisible();
  server.lastBackupAt = "2026-11-27T06:00:00.000Z";
  fireEvent.click(look);
  await waitFor(() => expect(look).not.toBeInTheDocument());
  expect(screen.getAllByText("No backup yet")).toHaveLength(1);
});
