import { afterEach, beforeEach, expect, test } from "vitest";
import { warnBeforeUnload } from "@/lib/beforeUnloadWarning";
import { beginPendingWork } from "@/lib/pendingWork";
import { publishPhotos } from "@/offline/photos/photosWaiting";
import { aWaitingPhoto } from "../../support/builders";

let stop: () => void;

beforeEach(() => {
  stop = warnBeforeUnload();
});
afterEach(() => stop());

function leave(): boolean {
  const event = new Event("beforeunload", { cancelable: true });
  window.dispatchEvent(event);
  return !event.defaultPrevented;
}

test("the page does not warn when nothing is pending", () => {
  expect(leave()).toBe(true);
});

// Spec 8.8
test("warns while a request is unanswered that the device does not keep", () => {
  const end = beginPendingWork("unsaved");
  expect(leave()).toBe(false);
  end();
  expect(leave()).toBe(true);
});

// Spec 8.8
test("warns while the server has not answered a change, also one that the device keeps", () => {
  const end = beginPendingWork("waiting");
  expect(leave()).toBe(false);
  end();
  expect(leave()).toBe(true);
});

// Spec 8.8
test("the page does not warn for text that the device keeps, nor for a change that the server has refused", () => {
  const ends = [beginPendingWork("stored"), beginPendingWork("refused")];
  expect(leave()).toBe(true);
  for (const end of ends) end();
});

// Spec 8.9
test("sets the specified message for browsers that show it", () => {
  const end = beginPendingWork("unsaved");
  const event = new Event("beforeunload", { cancelable: true });
  // jsdom uses Event's boolean returnValue instead of BeforeUnloadEvent's string.
  Object.defineProperty(event, "returnValue", { value: "", writable: true });
  window.dispatchEvent(event);
  end();
  expect(event.returnValue).toBe("Are you sure you want to leave? Your changes may not be saved.");
});

// Spec 8.8
test("warns while a photo is pending that the device does not keep", () => {
  publishPhotos({ photos: [aWaitingPhoto({ isKept: false })] });
  expect(leave()).toBe(false);
  publishPhotos({
    photos: [
      aWaitingPhoto({ isKept: true }),
      aWaitingPhoto({ isKept: false, syncStatus: "Refused" }),
    ],
  });
  expect(leave()).toBe(true);
  const again = { syncStatus: "Refused", retry: () => undefined } as const;
  publishPhotos({ photos: [aWaitingPhoto({ isKept: false, ...again })] });
  expect(leave()).toBe(false);
  publishPhotos({});
});
