import { expect, test, vi } from "vitest";
import { suppressClick } from "@/features/schedule/moves/DragArea";

test("the release of a drag opens no link, and a button beside it works at once", () => {
  document.body.innerHTML = `<a href="#day">Olivia Hart</a><button>Undo</button>`;
  const [link, button] = [document.querySelector("a")!, document.querySelector("button")!];
  const onUndo = vi.fn();
  button.addEventListener("click", onUndo);
  const click = (on: Element) =>
    on.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
  suppressClick();
  window.dispatchEvent(new MouseEvent("mouseup"));
  expect(click(link)).toBe(false);
  click(button);
  expect(onUndo).toHaveBeenCalledTimes(1);
});
