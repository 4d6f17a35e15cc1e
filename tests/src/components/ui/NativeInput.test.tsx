import { fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { describe, expect, it } from "vitest";
import { NativeInput } from "@/components/ui/NativeInput";
import { UNREADABLE } from "@/components/ui/fieldControl";

function DateField({ start }: { readonly start: string }) {
  const [value, setValue] = useState(start);
  const [left, setLeft] = useState<string[]>([]);
  return (
    <>
      <NativeInput
        aria-label="Date"
        type="datetime-local"
        value={value}
        onType={setValue}
        onLeave={(text) => setLeft([...left, text])}
      />
      <button onClick={() => setValue("2026-11-21T09:00")}>From outside</button>
      <output aria-label="typed">{value}</output>
      <output aria-label="left">{left.join("|")}</output>
    </>
  );
}

const input = () => screen.getByLabelText<HTMLInputElement>("Date");
const typed = () => screen.getByLabelText("typed").textContent;
const setBadInput = (badInput: boolean) =>
  Object.defineProperty(input(), "validity", {
    value: { badInput },
    configurable: true,
  });

describe("native date-time fields", () => {
  it("a native date-time field shows its value and later updates", () => {
    render(<DateField start="2026-11-20T14:00" />);
    expect(input()).toHaveValue("2026-11-20T14:00");
    fireEvent.click(screen.getByText("From outside"));
    expect(input()).toHaveValue("2026-11-21T09:00");
  });

  it("a native date-time field has no value attribute that iOS's Clear could restore", () => {
    render(<DateField start="2026-11-20T14:00" />);
    fireEvent.change(input(), { target: { value: "2026-11-22T10:00" } });
    expect(input().getAttribute("value") ?? "").toBe("");
    // iOS's Clear button resets to the value attribute.
    input().value = input().defaultValue;
    fireEvent.input(input());
    expect(input()).toHaveValue("");
  });

  it("reports an incomplete date as unreadable and keeps it", () => {
    render(<DateField start="2026-11-20T14:00" />);
    setBadInput(true);
    fireEvent.change(input(), { target: { value: "" } });
    expect(typed()).toBe(UNREADABLE);
    fireEvent.blur(input());
    expect(screen.getByLabelText("left")).toHaveTextContent(UNREADABLE);
  });

  it("reports its value on blur", () => {
    render(<DateField start="" />);
    fireEvent.change(input(), { target: { value: "2026-11-22T10:00" } });
    fireEvent.blur(input());
    expect(screen.getByLabelText("left")).toHaveTextContent("2026-11-22T10:00");
  });

  it("reports an incomplete date on Enter, which fires no other event", () => {
    render(<DateField start="" />);
    fireEvent.keyDown(input(), { key: "Enter" });
    expect(screen.getByLabelText("left")).toBeEmptyDOMElement();
    setBadInput(true);
    fireEvent.keyDown(input(), { key: "1" });
    expect(screen.getByLabelText("left")).toBeEmptyDOMElement();
    fireEvent.keyDown(input(), { key: "Enter" });
    expect(screen.getByLabelText("left")).toHaveTextContent(UNREADABLE);
  });
});
