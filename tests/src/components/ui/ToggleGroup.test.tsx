import { fireEvent, render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { ToggleGroup } from "@/components/ui/ToggleGroup";

const OPTIONS = ["Gutters", "Soffit", "Fascia"].map((value) => ({
  value,
  label: value,
}));

it.each([
  ["adds", "Gutters", ["Gutters", "Fascia", "Copper"]],
  ["removes", "Fascia", ["Copper"]],
])(
  "%s a choice in the order of the options, and keeps a chosen one that is no longer offered",
  (_, name, chosen) => {
    const onChange = vi.fn();
    render(
      <ToggleGroup
        label="Categories"
        options={OPTIONS}
        value={["Copper", "Fascia"]}
        onChange={onChange}
      />,
    );
    fireEvent.click(screen.getByRole("button", { name }));
    expect(onChange.mock.calls).toEqual([[chosen]]);
  },
);

it("a group reports its blur when the focus leaves it, and not when it moves inside", () => {
  const onBlur = vi.fn();
  render(
    <ToggleGroup
      label="Categories"
      options={OPTIONS}
      value={[]}
      onChange={() => undefined}
      onBlur={onBlur}
    />,
  );
  const [first, second] = screen.getAllByRole("button");
  fireEvent.blur(first!, { relatedTarget: second });
  expect(onBlur).not.toHaveBeenCalled();
  fireEvent.blur(second!, { relatedTarget: document.body });
  expect(onBlur).toHaveBeenCalledOnce();
});
