import { fireEvent, render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { DialogLoading } from "@/components/ui/DialogLoading";
import { useShortcuts } from "@/lib/useShortcuts";

function Screen(handlers: Parameters<typeof useShortcuts>[0]) {
  useShortcuts(handlers);
  return <input aria-label="Search" />;
}

const press = (target: Element, key: string, init: KeyboardEventInit = {}) =>
  fireEvent.keyDown(target, { key, ...init });

it("acts on no key while the code of a dialog is being loaded", () => {
  const today = vi.fn();
  render(
    <>
      <Screen today={today} />
      <DialogLoading />
    </>,
  );
  press(document.body, "t");
  expect(today).not.toHaveBeenCalled();
});

it("acts on the keys of the screen, and on none while a field has the focus or a dialog is open", () => {
  const newJob = vi.fn();
  const section = vi.fn();
  const palette = vi.fn();
  const { rerender } = render(<Screen newJob={newJob} section={section} palette={palette} />);
  press(document.body, "C");
  press(document.body, "7");
  expect(newJob).toHaveBeenCalledTimes(1);
  expect(section).toHaveBeenCalledWith("7");

  const field = screen.getByLabelText("Search");
  press(field, "c");
  press(document.body, "c", { altKey: true });
  press(document.body, "c", { ctrlKey: true });
  press(document.body, "t");
  expect(newJob).toHaveBeenCalledTimes(1);

  press(field, "k", { ctrlKey: true });
  press(field, "k", { metaKey: true });
  expect(palette).toHaveBeenCalledTimes(2);

  rerender(
    <>
      <Screen newJob={newJob} palette={palette} />
      <div role="dialog" />
    </>,
  );
  press(document.body, "c");
  press(document.body, "k", { ctrlKey: true });
  expect(newJob).toHaveBeenCalledTimes(1);
  expect(palette).toHaveBeenCalledTimes(2);
});

it("opens the palette over the dialog of a job alone, and acts on no other key there", () => {
  const newJob = vi.fn();
  const palette = vi.fn();
  const job = (
    <div role="dialog">
      <div data-allows-palette />
    </div>
  );
  const page = <Screen newJob={newJob} palette={palette} />;
  const { rerender } = render(
    <>
      {page}
      {job}
    </>,
  );
  press(document.body, "k", { ctrlKey: true });
  press(document.body, "c");
  expect(palette).toHaveBeenCalledTimes(1);
  expect(newJob).not.toHaveBeenCalled();

  rerender(
    <>
      {page}
      {job}
      <div role="dialog" />
    </>,
  );
  press(document.body, "k", { ctrlKey: true });
  expect(palette).toHaveBeenCalledTimes(1);
});
