import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useState } from "react";
import { beforeAll, expect, test, vi } from "vitest";
import { Combobox, type ComboboxOption } from "@/components/ui/Combobox";
import { Field } from "@/components/ui/Field";

beforeAll(() => {
  Element.prototype.scrollIntoView = () => {};
});

const PEOPLE = [
  { value: "C-1001", label: "Ann Field", detail: "(555) 010-0001" },
  { value: "C-1002", label: "Anton Ruiz" },
];

function Picker({
  onSelect,
  options,
  onEnter,
}: {
  readonly onSelect: (option: ComboboxOption) => void;
  readonly options: readonly ComboboxOption[] | undefined;
  readonly onEnter?: () => void;
}) {
  const [text, setText] = useState("");
  return (
    <div onKeyDown={(event) => event.key === "Enter" && onEnter?.()}>
      <Field label="Customer">
        <Combobox
          text={text}
          onTextChange={setText}
          options={options}
          onSelect={onSelect}
          emptyText="No match"
        />
      </Field>
    </div>
  );
}

const field = () => screen.getByRole("combobox", { name: "Customer" });

test("opens while typing and selects the highlighted option with Enter", async () => {
  const onSelect = vi.fn();
  render(<Picker onSelect={onSelect} options={PEOPLE} />);
  await userEvent.type(field(), "an");
  expect(screen.getAllByRole("option")).toHaveLength(2);
  await userEvent.keyboard("{ArrowDown}{ArrowDown}");
  expect(screen.getByRole("option", { name: /Anton/, selected: true })).toBeVisible();
  expect(field()).toHaveAttribute(
    "aria-activedescendant",
    screen.getByRole("option", { name: /Anton/ }).id,
  );
  await userEvent.keyboard("{Enter}");
  expect(onSelect).toHaveBeenCalledWith(PEOPLE[1]);
  expect(screen.queryByRole("option")).not.toBeInTheDocument();
});

test("further typing removes the highlight, so that Enter chooses nothing", async () => {
  const onSelect = vi.fn();
  render(<Picker onSelect={onSelect} options={PEOPLE} />);
  await userEvent.type(field(), "an");
  await userEvent.keyboard("{ArrowDown}t");
  expect(screen.getAllByRole("option", { selected: false })).toHaveLength(2);
  await userEvent.keyboard("{Enter}");
  expect(onSelect).not.toHaveBeenCalled();
});

test("selects a clicked option without losing focus", async () => {
  const onSelect = vi.fn();
  render(<Picker onSelect={onSelect} options={PEOPLE} />);
  await userEvent.click(field());
  await userEvent.click(screen.getByRole("option", { name: /Ann Field/ }));
  expect(onSelect).toHaveBeenCalledWith(PEOPLE[0]);
  expect(field()).toHaveFocus();
});

test("Enter without a highlighted option closes the list first and submits the form then, Esc closes the list only", async () => {
  const onSelect = vi.fn();
  const onEnter = vi.fn();
  render(<Picker onSelect={onSelect} options={PEOPLE} onEnter={onEnter} />);
  await userEvent.type(field(), "Zed{Enter}");
  expect(screen.queryByRole("listbox")).not.toBeInTheDocument();
  expect(onEnter).not.toHaveBeenCalled();
  await userEvent.keyboard("{Enter}");
  expect(onSelect).not.toHaveBeenCalled();
  expect(onEnter).toHaveBeenCalledOnce();
  await userEvent.keyboard("{ArrowDown}");
  expect(screen.getByRole("listbox")).toBeVisible();
  await userEvent.keyboard("{Escape}");
  expect(screen.queryByRole("listbox")).not.toBeInTheDocument();
  expect(field()).toHaveValue("Zed");
});

test("shows the loading and empty states", async () => {
  const { rerender } = render(<Picker onSelect={vi.fn()} options={[]} />);
  await userEvent.type(field(), "q");
  expect(screen.getByText("No match")).toBeVisible();
  rerender(<Picker onSelect={vi.fn()} options={undefined} />);
  expect(screen.getByText("Loading...")).toBeVisible();
  expect(screen.queryByText("No match")).not.toBeInTheDocument();
});

test("a press on an option chooses it, even if other options arrive meanwhile", async () => {
  const onSelect = vi.fn();
  const { rerender } = render(<Picker onSelect={onSelect} options={PEOPLE} />);
  const user = userEvent.setup();
  await user.type(field(), "an");
  const anton = screen.getByRole("option", { name: /Anton/ });
  await user.pointer({ keys: "[MouseLeft>]", target: anton });
  rerender(<Picker onSelect={onSelect} options={PEOPLE.slice(0, 1)} />);
  expect(anton).toBeInTheDocument();
  await user.pointer({ keys: "[/MouseLeft]", target: anton });
  expect(onSelect).toHaveBeenCalledExactlyOnceWith(PEOPLE[1]);
  await user.click(field());
  await waitFor(() => expect(screen.getAllByRole("option")).toHaveLength(1));
});

test("the arrow keys wrap around at both ends of the list", () => {
  render(<Picker onSelect={vi.fn()} options={PEOPLE} />);
  fireEvent.change(field(), { target: { value: "an" } });
  const marked = ["ArrowUp", "ArrowUp", "ArrowUp", "ArrowDown", "ArrowDown"].map((key) => {
    fireEvent.keyDown(field(), { key });
    return screen.getByRole("option", { selected: true }).textContent;
  });
  const [ann, anton] = ["Ann Field(555) 010-0001", "Anton Ruiz"];
  expect(marked).toEqual([anton, ann, anton, ann, anton]);
});

test("the keys of an input method choose nothing", () => {
  const onSelect = vi.fn();
  render(<Picker onSelect={onSelect} options={PEOPLE} />);
  fireEvent.change(field(), { target: { value: "an" } });
  fireEvent.keyDown(field(), { key: "ArrowDown" });
  fireEvent.keyDown(field(), { key: "Enter", isComposing: true });
  fireEvent.keyDown(field(), { key: "Enter", keyCode: 229 });
  expect(onSelect).not.toHaveBeenCalled();
  fireEvent.keyDown(field(), { key: "Enter" });
  expect(onSelect).toHaveBeenCalledExactlyOnceWith(PEOPLE[0]);
});
