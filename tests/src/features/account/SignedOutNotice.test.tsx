import { render } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import SignedOutNotice from "@/features/account/SignedOutNotice";
import { provideToasts, type Toast } from "@/lib/toasts";
import { SignInContext, type SignIn } from "@/session/session";

afterEach(() => provideToasts(null));

it("offers the sign-in until the session is back, also after a press", () => {
  const shown: Toast[] = [];
  const dismiss = vi.fn();
  provideToasts({ show: (toast) => shown.push(toast), dismiss });
  const open = vi.fn();
  const { unmount } = render(
    <SignInContext value={{ open } as unknown as SignIn}>
      <SignedOutNotice />
    </SignInContext>,
  );
  expect(shown).toHaveLength(1);
  const { options } = shown[0]!;
  expect(options.duration).toBe(Infinity);
  const press = { preventDefault: vi.fn() };
  (options.action as { onClick: (event: unknown) => void }).onClick(press);
  expect(open).toHaveBeenCalledOnce();
  // Without this the toast would leave.
  expect(press.preventDefault).toHaveBeenCalledOnce();
  expect(dismiss).not.toHaveBeenCalled();
  unmount();
  expect(dismiss.mock.calls).toEqual([["signed-out"]]);
});
