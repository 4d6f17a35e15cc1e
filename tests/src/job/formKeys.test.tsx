import { fireEvent, render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import {
  blockKeys,
  blockMark,
  FORM_BLOCKS,
  keepCompositionEnter,
  saveOnEnter,
} from "@/job/formKeys";

// What the job form does with these keys is in e2e/formKeys.deep.spec.ts: jsdom has no layout.

/** A form whose Save is disabled, with a field that uses Enter itself, in a dialog beside another field. */
function open() {
  const save = vi.fn();
  const inside = vi.fn();
  render(
    <>
      <input aria-label="Outside" />
      <div role="dialog">
        <button>Close</button>
        <form
          ref={blockKeys}
          onKeyDownCapture={keepCompositionEnter}
          onKeyDown={saveOnEnter}
          onSubmit={(event) => {
            event.preventDefault();
            save();
          }}
        >
          <div {...blockMark("customer")}>
            <input aria-label="Name" onKeyDown={inside} />
          </div>
          <div {...blockMark("job")}>
            <a href="/map">Map</a>
            <input aria-label="Address" />
          </div>
          <div {...blockMark("pictures")}>
            <button disabled>Locked</button>
            <button tabIndex={-1}>Second stop</button>
            <button type="button">Add</button>
          </div>
          <div {...blockMark("schedule")}>
            <input aria-label="List" onKeyDown={(event) => event.preventDefault()} />
          </div>
          <div {...blockMark("notes")}>
            <textarea aria-label="Notes" />
          </div>
          <button type="submit" disabled>
            Save
          </button>
        </form>
      </div>
    </>,
  );
  return { save, inside };
}

const named = (name: string) =>
  name === "Map"
    ? screen.getByRole("link", { name })
    : (screen.queryByRole("button", { name }) ?? screen.getByLabelText(name));

/** The control that the key of each block focuses. */
const FIRST = {
  customer: "Name",
  job: "Map",
  pictures: "Add",
  schedule: "List",
  notes: "Notes",
} as const;

/** With Shift, what a digit types depends on the keyboard. */
function pressDigit(from: string, digit: number, keys: KeyboardEventInit = {}) {
  const target = named(from);
  target.focus();
  const event = { key: "!", code: `Digit${digit}`, ...keys };
  fireEvent.keyDown(target, { ctrlKey: true, shiftKey: true, ...event });
}

it("Ctrl, Shift and a digit focus the first control of a block that the Tab key reaches, from anywhere in the dialog", () => {
  open();
  const blocks = Object.keys(FIRST) as (keyof typeof FIRST)[];
  for (const from of ["Close", ...Object.values(FIRST)])
    for (const block of blocks) {
      pressDigit(from, FORM_BLOCKS[block].digit);
      expect(named(FIRST[block])).toHaveFocus();
    }
});

it.each<[string, string, number, KeyboardEventInit]>([
  ["a field outside of the dialog", "Outside", 5, {}],
  ["a digit without a block", "Name", 6, {}],
  ["Alt as well", "Name", 5, { altKey: true }],
  ["the Command key as well", "Name", 5, { metaKey: true }],
  ["Ctrl alone", "Name", 5, { shiftKey: false }],
  ["Shift alone", "Name", 5, { ctrlKey: false }],
])("%s leaves the focus where it is", (_, from, digit, keys) => {
  open();
  pressDigit(from, digit, keys);
  expect(named(from)).toHaveFocus();
});

const enter = (name: string, event: KeyboardEventInit = {}) =>
  fireEvent.keyDown(named(name), { key: "Enter", ...event });

it("Enter submits from a field of one line, also while Save is disabled, and only once while it is held", () => {
  const { save } = open();
  enter("Name");
  enter("Name", { repeat: true });
  expect(save).toHaveBeenCalledOnce();
  enter("Address");
  expect(save).toHaveBeenCalledTimes(2);
});

it.each(["Notes", "Add", "List", "Close"])(
  "Enter does not submit in %s, which uses it or is not a field of one line",
  (name) => {
    const { save } = open();
    enter(name);
    expect(save).not.toHaveBeenCalled();
  },
);

it.each([{ isComposing: true }, { keyCode: 229 }])(
  "an input method's Enter (%j) neither submits nor reaches the field, and another key does",
  (event) => {
    const { save, inside } = open();
    expect(enter("Name", event)).toBe(false);
    expect(save).not.toHaveBeenCalled();
    expect(inside).not.toHaveBeenCalled();
    fireEvent.keyDown(named("Name"), { key: "a", ...event });
    expect(inside).toHaveBeenCalledOnce();
    // In a field of several lines it is a new line.
    expect(enter("Notes", event)).toBe(true);
  },
);
