import { renderHook } from "@testing-library/react";
import { expect, it } from "vitest";
import { useSwipe } from "@/features/schedule/week/useSwipe";

interface Gesture {
  readonly x: number;
  readonly y?: number;
  readonly fingers?: number;
  readonly isOff?: boolean;
  /** Where the finger begins, from the left. */
  readonly from?: number;
  /** Of the element under the finger. */
  readonly under?: "text" | "wide table" | "dialog";
  /** Whether the browser takes the finger over, to scroll. */
  readonly isTaken?: boolean;
}

/** Under the finger: text of the list, a table that scrolls sideways, or a dialog, inside for React only. */
function elements(under: Gesture["under"]) {
  const list = document.createElement("div");
  const box = document.createElement("div");
  const target = box.appendChild(document.createElement("p"));
  if (under !== "dialog") list.append(box);
  if (under === "wide table") {
    box.style.overflowX = "auto";
    Object.defineProperty(box, "scrollWidth", { value: 900 });
  }
  return { currentTarget: list, target };
}

/** What a finger does that moves by so many pixels from the middle of the screen. */
function swiped(gesture: Gesture): string[] {
  const { x, y = 0, fingers = 1, isOff = false, from = 200 } = gesture;
  const done: string[] = [];
  const { result } = renderHook(() =>
    useSwipe({
      isOff,
      toLeft: () => done.push("left"),
      toRight: () => done.push("right"),
    }),
  );
  const { onTouchStart, onTouchCancel, onTouchEnd } = result.current;
  const touches = Array.from({ length: fingers }, () => ({
    clientX: from,
    clientY: 300,
  }));
  const changedTouches = [{ clientX: from + x, clientY: 300 + y }];
  onTouchStart({ touches, ...elements(gesture.under) });
  if (gesture.isTaken) onTouchCancel();
  onTouchEnd({ changedTouches });
  return done;
}

it.each<[string, Gesture, string[]]>([
  ["60 px to the left", { x: -60 }, ["left"]],
  ["60 px to the right", { x: 60 }, ["right"]],
  ["59 px", { x: -59 }, []],
  ["half as far down as sideways", { x: -100, y: 50 }, ["left"]],
  ["more than half as far down as sideways", { x: -100, y: 51 }, []],
  ["more than half as far up as sideways", { x: 100, y: -51 }, []],
  ["two fingers", { x: -100, fingers: 2 }, []],
  ["a finger that drags a visit", { x: -100, isOff: true }, []],
  ["the browser's own way back", { x: 100, from: 23 }, []],
  ["a finger beside that", { x: 100, from: 24 }, ["right"]],
  ["the browser's own way forward", { x: -100, from: 1001 }, []],
  ["a finger that scrolls the page", { x: -100, isTaken: true }, []],
  ["a table that scrolls", { x: -100, under: "wide table" }, []],
  ["a dialog over the list", { x: -100, under: "dialog" }, []],
])("a movement of %s swipes %j as %j", (_name, gesture, expected) => {
  expect(swiped(gesture)).toEqual(expected);
});
