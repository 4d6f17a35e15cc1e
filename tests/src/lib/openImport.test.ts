import { renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { importDroppedFiles, requestedImport } from "@/lib/openImport";
import { openPageDialog, usePageDialog } from "@/lib/pageDialogs";
import { useCloseOnBack } from "@/lib/useCloseOnBack";

let stop = () => {};
beforeEach(() => (stop = importDroppedFiles()));
afterEach(() => {
  stop();
  openPageDialog(null);
});

function drop(name: string): boolean {
  const event = new Event("drop", { bubbles: true, cancelable: true });
  const files = [new File(["x"], name)];
  Object.assign(event, { dataTransfer: { files, types: ["Files"] } });
  document.body.dispatchEvent(event);
  return event.defaultPrevented;
}

const dialog = () => renderHook(() => usePageDialog()).result.current;

test.each(["people.csv", "PEOPLE.TSV", "contacts.vcf"])(
  "dropping %s opens the import with it",
  (name) => {
    expect(drop(name)).toBe(true);
    expect(dialog()).toBe("import");
    expect(requestedImport()?.name).toBe(name);
  },
);

test("leaves other files to the browser, and files over an open dialog to the dialog", () => {
  expect(drop("photo.jpg")).toBe(false);
  const { unmount } = renderHook(() => useCloseOnBack(() => {}));
  expect(drop("people.csv")).toBe(false);
  expect(dialog()).toBeNull();
  unmount();
});
