import { userEvent } from "@testing-library/user-event";
import { render, screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { pasteLines } from "@/features/jobs/fields/pasteLines";

/** Inserts text as browsers do, which jsdom does not. */
const insert = vi.fn((_command: string, _showsUi?: boolean, text: unknown = "") => {
  const field = document.activeElement as HTMLInputElement;
  field.setRangeText(String(text));
  return true;
});

beforeEach(() => {
  insert.mockClear();
  document.execCommand = insert;
});

it.each([
  ["job_address", "12 Elm St\r\nApt 4\n", "12 Elm St, Apt 4"],
  ["job_city", "Troy\nOH", "Troy, OH"],
])("%s gets pasted lines with commas between them", async (name, text, value) => {
  await paste(name, text);
  expect(screen.getByRole("textbox")).toHaveValue(value);
});

it.each([
  ["job_address", " 4 Oak Ct "],
  ["customer_email", "ann@example.com\n"],
  ["a field that is none of the form's", "Ann\nField"],
])("%s leaves a paste of %j to the browser", async (name, text) => {
  await paste(name, text);
  expect(insert).not.toHaveBeenCalled();
});

it("a paste that another handler has taken is not pasted again", async () => {
  render(
    <div onPasteCapture={(event) => event.preventDefault()}>
      <Form name="job_address" />
    </div>,
  );
  await pasteInto("12 Elm St\nApt 4");
  expect(insert).not.toHaveBeenCalled();
});

function Form({ name }: { readonly name: string }) {
  return (
    <form onPaste={pasteLines}>
      <input name={name} />
    </form>
  );
}

async function paste(name: string, text: string): Promise<void> {
  render(<Form name={name} />);
  await pasteInto(text);
}

async function pasteInto(text: string): Promise<void> {
  const user = userEvent.setup();
  await user.click(screen.getByRole("textbox"));
  await user.paste(text);
}
