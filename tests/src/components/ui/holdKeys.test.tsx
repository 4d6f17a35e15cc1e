import {
  act,
  cleanup,
  fireEvent,
  render,
  screen,
  waitFor,
} from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import fc from "fast-check";
import { useState, type ComponentType } from "react";
import { expect, it, vi } from "vitest";
import { lazyDialog } from "@/components/lazyPart";
import { Dialog } from "@/components/ui/Dialog";
import { useShortcuts } from "@/lib/useShortcuts";

interface Props {
  readonly onClose: () => void;
}

function WithField({ onClose }: Props) {
  const [text, setText] = useState("");
  return (
    <Dialog title="Search" onClose={onClose}>
      <input
        autoFocus
        aria-label="Words"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </Dialog>
  );
}

function WithoutField({ onClose }: Props) {
  return (
    <Dialog title="Keys" onClose={onClose}>
      None
    </Dialog>
  );
}

/** A page with a search field and a button, whose dialog opens by Ctrl+K and is loaded when the test says. */
function open(dialog: ComponentType<Props> = WithField) {
  let resolve: (loaded: ComponentType<Props>) => void;
  const promise = new Promise<ComponentType<Props>>((settle) => {
    resolve = settle;
  });
  const LazyDialog = lazyDialog(() => promise);
  const pressed = vi.fn();
  function Page() {
    const [isOpen, setIsOpen] = useState(false);
    useShortcuts({ palette: () => setIsOpen(true), today: pressed });
    return (
      <>
        <input aria-label="Search jobs" />
        <button onClick={pressed}>Add job</button>
        {isOpen && <LazyDialog onClose={() => setIsOpen(false)} />}
      </>
    );
  }
  render(<Page />);
  return {
    pressed,
    load: () => resolve(dialog),
    user: userEvent.setup({ delay: null }),
  };
}

const press = (key: string, init: KeyboardEventInit = {}) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key, ...init });
const words = () => screen.getByLabelText<HTMLInputElement>("Words");

/** What a field has after the keys. */
const typedBy = (keys: readonly string[]) =>
  keys.reduce(
    (text, key) => (key === "{Backspace}" ? text.slice(0, -1) : text + key),
    "",
  );

it("puts the keys typed at any moment of the loading into the dialog's field, as typed", async () => {
  const key = fc.constantFrom(..."carter t/?1ñ", "{Backspace}");
  await fc.assert(
    fc
      .asyncProperty(
        fc.array(fc.array(key, { minLength: 1, maxLength: 6 }), {
          maxLength: 5,
        }),
        fc.nat(20),
        fc.constantFrom("body", "Search jobs", "Add job"),
        async (bursts, loadAt, focused) => {
          const { user, load, pressed } = open();
          if (focused === "Search jobs")
            act(() => screen.getByLabelText(focused).focus());
          if (focused === "Add job")
            act(() => screen.getByText(focused).focus());
          let count = 0;
          const onKey = () => {
            if (count === loadAt) load();
            count += 1;
          };
          window.addEventListener("keydown", onKey, true);
          press("k", { ctrlKey: true });
          // A task passes after each burst, and none between its keys.
          for (const burst of bursts) await user.keyboard(burst.join(""));
          window.removeEventListener("keydown", onKey, true);
          load();
          await waitFor(() => expect(words()).toHaveFocus());
          const all = bursts.flat();
          await waitFor(() => expect(words()).toHaveValue(typedBy(all)));
          await user.keyboard("!");
          expect(words()).toHaveValue(`${typedBy(all)}!`);
          expect(pressed).not.toHaveBeenCalled();
        },
      )
      .afterEach(cleanup),
    { numRuns: 30, endOnFailure: true },
  );
});

it("drops the keys where the dialog has no field", async () => {
  const { user, load, pressed } = open(WithoutField);
  const search = screen.getByLabelText("Search jobs");
  await user.click(search);
  press("k", { ctrlKey: true });
  await user.keyboard("carter{Enter}");
  load();
  expect(await screen.findByRole("dialog", { name: "Keys" })).toBeVisible();
  await user.keyboard("{Escape}");
  await waitFor(() => expect(search).toHaveFocus());
  expect(search).toHaveValue("");
  expect(pressed).not.toHaveBeenCalled();
  await user.keyboard("t");
  expect(search).toHaveValue("t");
});

it("leaves the browser its own keys while the dialog is loaded", () => {
  open();
  press("k", { ctrlKey: true });
  expect(press("t")).toBe(false);
  expect(
    press("@", { ctrlKey: true, altKey: true, modifierAltGraph: true }),
  ).toBe(false);
  for (const [key, init] of [
    ["F5", {}],
    ["r", { ctrlKey: true }],
    ["r", { metaKey: true }],
    ["ArrowLeft", { altKey: true }],
  ] as const)
    expect(press(key, init), key).toBe(true);
});
