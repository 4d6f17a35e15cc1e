import { act, fireEvent, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import { ReorderLevels } from "@/features/inventory/ReorderLevels";
import { hasUnsavedWork } from "@/lib/pendingWork";
import { aColor } from "../../../support/builders";
import { FakeBackend, renderOn } from "../../../support/fakeBackend";

function open() {
  const backend = new FakeBackend();
  backend.perform(api.inventory.setReorderLevel, () => null);
  const color = {
    ...aColor({ sizeOptions: ["5"], levels: [{ size: "5", level: 10 }] }),
    waiting: 0,
  };
  renderOn(backend, <ReorderLevels color={color} category="trim" />);
  const field = screen.getByLabelText<HTMLInputElement>(/^5 in/);
  const type = (text: string) => fireEvent.change(field, { target: { value: text } });
  const levels = () =>
    backend.callsOf(api.inventory.setReorderLevel).map(({ size, level }) => [size, level]);
  return { field, type, levels };
}

it.each([
  ["Enter", (field: Element) => fireEvent.keyDown(field, { key: "Enter" })],
  ["leaving the field", (field: Element) => fireEvent.blur(field)],
])("saves a typed level by %s, once", async (_, save) => {
  const { field, type, levels } = open();
  type(" 12 ");
  expect(hasUnsavedWork()).toBe(true);
  fireEvent.keyDown(field, { key: "1" });
  expect(levels()).toEqual([]);
  save(field);
  await vi.waitFor(() => expect(levels()).toEqual([["5", 12]]));
  fireEvent.blur(field);
  await act(async () => await new Promise((next) => setImmediate(next)));
  expect(levels()).toHaveLength(1);
});

it("sends nothing for a level that was left as it is", async () => {
  const { field, type, levels } = open();
  fireEvent.blur(field);
  for (const text of ["10", " 10"]) {
    type(text);
    expect(hasUnsavedWork()).toBe(false);
    fireEvent.blur(field);
  }
  await act(async () => await new Promise((next) => setImmediate(next)));
  expect(levels()).toEqual([]);
  type("");
  fireEvent.blur(field);
  await vi.waitFor(() => expect(levels()).toEqual([["5", null]]));
});
