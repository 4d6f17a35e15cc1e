import { beforeEach, expect, test, vi } from "vitest";
import { copyText } from "@/lib/copyText";
import { showToast } from "@/lib/toasts";

vi.mock("@/lib/toasts", () => ({ showToast: vi.fn() }));

let button: HTMLButtonElement;

beforeEach(() => {
  vi.mocked(showToast).mockClear();
  button = document.createElement("button");
  document.body.replaceChildren(button);
});

/** jsdom has neither. */
function browserCopies(copies: () => boolean) {
  document.execCommand = vi.fn(copies);
}

test("the text is selected and copied over plain http, and the focus returns", async () => {
  vi.stubGlobal("isSecureContext", false);
  let selected = "";
  browserCopies(() => {
    selected = document.querySelector("textarea")?.value ?? "";
    return true;
  });
  button.focus();
  await copyText("Address", "72 Birch Street", button);
  expect(selected).toBe("72 Birch Street");
  expect(document.querySelector("textarea")).toBe(null);
  expect(document.activeElement).toBe(button);
  expect(showToast).toHaveBeenCalledWith("success", "Address copied");
});

test("text that the browser did not copy is shown, if it is short", async () => {
  vi.stubGlobal("isSecureContext", false);
  browserCopies(() => false);
  await copyText("Link", "https://office.test/jobs", button);
  expect(showToast).toHaveBeenLastCalledWith("error", "Link not copied", {
    description: "https://office.test/jobs",
  });
  await copyText("Text", "a".repeat(201), button);
  expect(showToast).toHaveBeenLastCalledWith("error", "Text not copied", {
    description: "Select it and copy it by hand.",
  });
});

test("a refusal of the clipboard is shown", async () => {
  vi.stubGlobal("isSecureContext", true);
  vi.stubGlobal("navigator", {
    clipboard: { writeText: () => Promise.reject(new Error("denied")) },
  });
  await copyText("Link", "https://office.test/jobs", button);
  expect(showToast).toHaveBeenLastCalledWith("error", "Link not copied", expect.anything());
});
