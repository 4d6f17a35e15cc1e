import { useSyncExternalStore } from "react";
import { dayKeyOf, type DayKey } from "@domain/dates/days";

const MS_PER_MINUTE = 60_000;

/** The current minute, in ms since the epoch. Updates every minute. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, currentMinute);
}

export function useToday(): DayKey {
  return dayKeyOf(useNow());
}

function currentMinute(): number {
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
      currentMinute() + MS_PER_MINUTE - Date.now(),
    );
  };
  // Timers do not run in a background tab or while the machine sleeps.
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
