import { act, render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { Dialog } from "@/components/ui/Dialog";

afterEach(() => vi.unstubAllGlobals());

function Page({ onClose }: { readonly onClose?: () => void }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button onClick={() => setOpen(true)}>Open</button>
      {open && (
        <Dialog
          title="Edit Job"
          footer={<button>Save</button>}
          onClose={onClose ?? (() => setOpen(false))}
        >
          <input aria-label="Address" />
        </Dialog>
      )}
    </>
  );
}

async function openDialog(onClose?: () => void) {
  render(<Page {...(onClose && { onClose })} />);
  await userEvent.click(screen.getByRole("button", { name: "Open" }));
  return screen.getByRole("dialog", { name: "Edit Job" });
}

test.each([
  ["Esc", () => userEvent.keyboard("{Escape}")],
  ["the X", () => userEvent.click(screen.getByRole("button", { name: "Close" }))],
  [
    "a click outside",
    () =>
      userEvent.click(screen.getByRole("dialog").parentElement!, {
        pointerEventsCheck: 0,
      }),
  ],
  ["Back", () => Promise.resolve(act(() => window.history.back()))],
])("closes by %s and restores focus", async (_, close) => {
  await openDialog();
  await close();
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  await waitFor(() => expect(screen.getByRole("button", { name: "Open" })).toHaveFocus());
});

test("a dialog stays open if the caller does not unmount it", async () => {
  const onClose = vi.fn();
  const dialog = await openDialog(onClose);
  await userEvent.keyboard("{Escape}");
  expect(onClose).toHaveBeenCalledOnce();
  expect(dialog).toBeInTheDocument();
});

test("a dialog stays open when a toast is clicked", async () => {
  const onClose = vi.fn();
  await openDialog(onClose);
  const toaster = document.createElement("ol");
  toaster.setAttribute("data-sonner-toaster", "");
  document.body.append(toaster);
  await userEvent.click(toaster, { pointerEventsCheck: 0 });
  expect(onClose).not.toHaveBeenCalled();
  toaster.remove();
});

test("a dialog fits the visual viewport and keeps the focused field in view", async () => {
  const viewport = Object.assign(new EventTarget(), {
    scale: 1,
    offsetTop: 0,
    height: 844,
  });
  vi.stubGlobal("visualViewport", viewport);
  const scrolled = vi.fn();
  Element.prototype.scrollIntoView = scrolled;
  const dialog = await openDialog();
  const place = dialog.parentElement!;
  expect(place).toHaveStyle({ top: "0px", height: "844px" });
  screen.getByLabelText("Address").focus();
  scrolled.mockClear();

  act(() => {
    Object.assign(viewport, { height: 420, offsetTop: 30 });
    viewport.dispatchEvent(new Event("resize"));
  });
  expect(place).toHaveStyle({ top: "30px", height: "420px" });
  await waitFor(() => expect(scrolled.mock.contexts).toContain(screen.getByLabelText("Address")));

  scrolled.mockClear();
  act(() => {
    Object.assign(viewport, { height: 200, scale: 2 });
    viewport.dispatchEvent(new Event("resize"));
  });
  expect(place).toHaveStyle({ height: "420px" });
  // A zoom by two fingers may look away from the field.
  await new Promise((resolve) => requestAnimationFrame(resolve));
  expect(scrolled).not.toHaveBeenCalled();
});

test("a dialog's buttons are no second footer of the page", async () => {
  await openDialog();
  expect(screen.getByRole("button", { name: "Save" })).toBeVisible();
  expect(screen.queryByRole("contentinfo")).toBeNull();
});
