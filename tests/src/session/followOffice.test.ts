import { beforeEach, expect, it, vi } from "vitest";
import { beginPendingWork } from "@/lib/pendingWork";
import { followOffice } from "@/session/followOffice";
import { officeDeployment } from "@/session/officeDeployment";
import { tokenWith } from "../../support/tokens";

const ONE = "https://one.example";
const TWO = "https://two.example";
const ENV = { convexUrl: ONE, cells: [TWO], clerkPublishableKey: "pk_test_x" };

beforeEach(() => localStorage.clear());

/** Follows the token, and returns what came of it. */
function follow(token: string) {
  const result = { reload: vi.fn(), onUnreachable: vi.fn(), resolved: vi.fn() };
  const current = officeDeployment(ENV);
  void followOffice(token, { ...ENV, current }, result).then(result.resolved);
  return result;
}

const settle = async () => await new Promise((resolve) => setTimeout(resolve));

it.each([
  ["is no JWT", "token"],
  ["names no deployment", tokenWith({ sub: "anna" })],
  ["has the empty text that Clerk puts", tokenWith({ deployment: "" })],
  ["names this one", tokenWith({ deployment: `${ONE}/` })],
])("a token that %s is for the deployment of the build", async (_, token) => {
  const { resolved, reload } = follow(token);
  await vi.waitFor(() => expect(resolved).toHaveBeenCalledOnce());
  expect(reload).not.toHaveBeenCalled();
});

it("a token for another deployment reloads the page there, and the next one brings it back", async () => {
  const there = follow(tokenWith({ deployment: TWO }));
  await vi.waitFor(() => expect(there.reload).toHaveBeenCalledOnce());
  expect(officeDeployment(ENV)).toBe(TWO);
  expect(there.resolved).not.toHaveBeenCalled();

  const stays = follow(tokenWith({ deployment: TWO }));
  await vi.waitFor(() => expect(stays.resolved).toHaveBeenCalledOnce());

  const back = follow(tokenWith({ sub: "anna" }));
  await vi.waitFor(() => expect(back.reload).toHaveBeenCalledOnce());
  expect(officeDeployment(ENV)).toBe(ONE);
});

it("waits with the reload until no form has unsaved text", async () => {
  const endWork = beginPendingWork("unsaved");
  const { reload } = follow(tokenWith({ deployment: TWO }));
  await settle();
  expect(reload).not.toHaveBeenCalled();
  endWork();
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
});

it("names a deployment that this page was not built for, and opens no other", async () => {
  const { onUnreachable, reload, resolved } = follow(
    tokenWith({ deployment: "https://three.example" }),
  );
  await vi.waitFor(() =>
    expect(onUnreachable).toHaveBeenCalledWith(
      "The data of your office is at https://three.example, which this page cannot open. An administrator adds it to VITE_CONVEX_CELLS and builds the client again.",
    ),
  );
  await settle();
  expect(reload).not.toHaveBeenCalled();
  expect(resolved).not.toHaveBeenCalled();
});

it("does not reload again and again if the browser stores nothing", async () => {
  const write = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new Error("blocked");
  });
  const { onUnreachable, reload } = follow(tokenWith({ deployment: TWO }));
  await vi.waitFor(() =>
    expect(onUnreachable).toHaveBeenCalledWith(
      expect.stringMatching(/^This browser stores nothing for this page/),
    ),
  );
  expect(reload).not.toHaveBeenCalled();
  write.mockRestore();
});

it("forgets a deployment that the build no longer has", () => {
  localStorage.setItem("downspout-deployment", "https://gone.example");
  expect(officeDeployment(ENV)).toBe(ONE);
});
