import { fireEvent, render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { MoneyInput } from "@/components/ui/MoneyInput";

it("a number field loses the focus when the page is scrolled over it, which would change the price", () => {
  render(
    <MoneyInput
      aria-label="Price"
      value="4.50"
      onType={() => undefined}
      onLeave={() => undefined}
    />,
  );
  const input = screen.getByLabelText("Price");
  input.focus();
  fireEvent.wheel(input);
  expect(input).not.toHaveFocus();
});
