import { render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { ProblemActions } from "@/session/ProblemActions";
import { SignInContext, type SignIn } from "@/session/session";

function show(actions: React.ReactNode) {
  const signOut = vi.fn(() => Promise.resolve());
  const signIn: SignIn = {
    session: { status: "loading" },
    open: () => {},
    signOut,
    UserMenu: null,
    local: null,
  };
  render(<SignInContext value={signIn}>{actions}</SignInContext>);
  return { signOut };
}

test("a person without access to the office can open another one, or sign out", async () => {
  const open = vi.fn();
  const bell = { id: "bell", name: "Bell Exteriors", open };
  const { signOut } = show(<ProblemActions offices={[bell]} canSignOut />);
  await userEvent.click(screen.getByRole("button", { name: "Open Bell Exteriors" }));
  expect(open).toHaveBeenCalledOnce();
  await userEvent.click(screen.getByRole("button", { name: "Sign out" }));
  expect(signOut).toHaveBeenCalledOnce();
  expect(screen.getByRole("button", { name: "Try again" })).toBeVisible();
});

test("a person can only try again if the service fails", () => {
  show(<ProblemActions />);
  expect(screen.getAllByRole("button")).toHaveLength(1);
  expect(screen.getByRole("button", { name: "Try again" })).toBeVisible();
});
