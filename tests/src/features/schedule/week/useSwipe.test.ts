import { renderHook } from "@testing-library/react";
import type { TouchEvent } from "react";
import { expect, it } from "vitest";
import { useSwipe } from "@/features/schedule/week/useSwipe";

interface Gesture {
  readonly x: number;
  readonly y?: number;
  readonly fingers?: number;
  readonly isOff?: boolean;
}

/** What a finger does that moves by so many pixels from the middle of the screen. */
function swiped({ x, y = 0, fingers = 1, isOff = false }: Gesture): string[] {
  const done: string[] = [];
  const { result } = renderHook(() =>
    useSwipe({
      isOff,
      toLeft: () => done.push("left"),
      toRight: () => done.push("right"),
    }),
  );
  const { onTouchStart, onTouchEnd } = result.current;
  const touches = Array.from({ length: fingers }, () => ({
    clientX: 200,
    clientY: 300,
  }));
  const changedTouches = [{ clientX: 200 + x, clientY: 300 + y }];
  onTouchStart({ touches } as unknown as TouchEvent);
  onTouchEnd({ changedTouches } as unknown as TouchEvent);
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
])("a movement of %s swipes %j as %j", (_name, gesture, expected) => {
  expect(swiped(gesture)).toEqual(expected);
});
