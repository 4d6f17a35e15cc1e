import { afterEach, expect, test, vi } from "vitest";
import { rovingFocus } from "@/components/ui/rovingFocus";

afterEach(() => vi.unstubAllGlobals());

test("reads the styles of its controls in the frame after it is mounted, and not before", () => {
  const frames: FrameRequestCallback[] = [];
  vi.stubGlobal("requestAnimationFrame", (frame: FrameRequestCallback) => frames.push(frame));
  const checkVisibility = vi.fn(() => true);
  const group = document.createElement("div");
  group.innerHTML = "<button>One</button><button>Two</button>";
  const buttons = [...group.querySelectorAll("button")];
  for (const button of buttons) Object.assign(button, { checkVisibility });
  rovingFocus(group);
  expect(checkVisibility).not.toHaveBeenCalled();
  for (const frame of frames) frame(0);
  expect(checkVisibility).toHaveBeenCalledTimes(2);
  expect(buttons.map(({ tabIndex }) => tabIndex)).toEqual([0, -1]);
});

test("moves the focus by arrow keys, except from a part that uses them itself", () => {
  document.body.innerHTML = "<div><button>One</button><button>Two</button></div>";
  const group = document.querySelector("div")!;
  const [one, two] = [...group.querySelectorAll("button")];
  rovingFocus(group);
  const press = (key: string) =>
    document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  one!.focus();
  press("ArrowRight");
  expect(two).toHaveFocus();
  two!.toggleAttribute("data-arrow-keys", true);
  press("ArrowLeft");
  expect(two).toHaveFocus();
  two!.toggleAttribute("data-arrow-keys", false);
  press("ArrowLeft");
  expect(one).toHaveFocus();
});

test("Home, End and the arrows lead through the usable controls, and wrap around at the ends", () => {
  document.body.innerHTML =
    "<div><button>One</button><button disabled>Off</button><button>Two</button><button>Three</button></div>";
  rovingFocus(document.querySelector("div"));
  const names: (string | null | undefined)[] = [];
  const press = (key: string, modifiers: KeyboardEventInit = {}) => {
    document.activeElement?.dispatchEvent(
      new KeyboardEvent("keydown", { key, bubbles: true, ...modifiers }),
    );
    names.push(document.activeElement?.textContent);
  };
  document.querySelector("button")?.focus();
  for (const key of ["End", "ArrowDown", "ArrowUp", "Home", "ArrowRight"]) press(key);
  expect(names.splice(0)).toEqual(["Three", "One", "Three", "One", "Two"]);
  for (const key of ["ctrlKey", "metaKey", "altKey", "shiftKey"]) press("End", { [key]: true });
  press("a");
  expect(new Set(names)).toEqual(new Set(["Two"]));
});
