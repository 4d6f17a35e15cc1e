import { afterEach, beforeEach, expect, test } from "vitest";
import { warnBeforeUnload } from "@/lib/beforeUnloadWarning";
import { beginPendingUpload } from "@/lib/pendingUploads";
import { FakeBackend } from "../../support/fakeBackend";

const client = new FakeBackend();
let stop: () => void;

beforeEach(() => {
  client.setConnection(true, 0);
  stop = warnBeforeUnload(client.asClient());
});
afterEach(() => stop());

function leave(): boolean {
  const event = new Event("beforeunload", { cancelable: true });
  window.dispatchEvent(event);
  return !event.defaultPrevented;
}

test("does not warn when nothing is pending", () => {
  expect(leave()).toBe(true);
});

// Spec 8.8
test("warns while a request is unanswered, also offline", () => {
  client.setConnection(true, 1);
  expect(leave()).toBe(false);
  client.setConnection(false, 1);
  expect(leave()).toBe(false);
  client.setConnection(true, 0);
  expect(leave()).toBe(true);
});

// Spec 8.9
test("sets the specified message for browsers that show it", () => {
  client.setConnection(false, 1);
  const event = new Event("beforeunload", { cancelable: true });
  // jsdom uses Event's boolean returnValue instead of BeforeUnloadEvent's string.
  Object.defineProperty(event, "returnValue", { value: "", writable: true });
  window.dispatchEvent(event);
  expect(event.returnValue).toBe(
    "Are you sure you want to leave? Your changes may not be saved.",
  );
});

// Spec 8.8
test("warns while an upload is pending", () => {
  const end = beginPendingUpload();
  expect(leave()).toBe(false);
  end();
  expect(leave()).toBe(true);
});
