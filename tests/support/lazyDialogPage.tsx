import { fireEvent, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useState, type ComponentType } from "react";
import { vi } from "vitest";
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

export function WithoutField({ onClose }: Props) {
  return (
    <Dialog title="Keys" onClose={onClose}>
      None
    </Dialog>
  );
}

/** A page with a search field and a button, whose dialog opens by Ctrl+K and is loaded when the test says. */
export function openLazily(dialog: ComponentType<Props> = WithField) {
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

export const press = (key: string, init: KeyboardEventInit = {}) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key, ...init });
export const words = () => screen.getByLabelText<HTMLInputElement>("Words");
