import { dayKeyOf, type DayKey } from "@domain/days";
import { useSyncExternalStore } from "react";

const MS_PER_MINUTE = 60_000;

/** The present minute. It moves by itself, over midnight too. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, presentMinute);
}

export function useToday(): DayKey {
  return dayKeyOf(useNow());
}

function presentMinute(): number {
  return Math.floor(Date.now() / MS_PER_MINUTE) * MS_PER_MINUTE;
}

function subscribe(onMinute: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const waitForNextMinute = () => {
    clearTimeout(timer);
    timer = setTimeout(
      () => {
        onMinute();
        waitForNextMinute();
      },
      presentMinute() + MS_PER_MINUTE - Date.now(),
    );
  };
  // A tab in the background, or a machine that slept, has missed its timers.
  const catchUp = () => {
    onMinute();
    waitForNextMinute();
  };
  waitForNextMinute();
  document.addEventListener("visibilitychange", catchUp);
  return () => {
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", catchUp);
  };
}
