import { afterEach, beforeEach, expect, test } from "vitest";
import { warnBeforeUnload } from "@/lib/beforeUnloadWarning";
import { beginPendingUpload } from "@/lib/pendingUploads";
import { FakeConvexClient } from "../../support/fakeConvexClient";

const client = new FakeConvexClient();
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

test("lets go when all is answered", () => {
  expect(leave()).toBe(true);
});

test("asks while a change is unanswered, and while the line is down", () => {
  client.setConnection(true, 1);
  expect(leave()).toBe(false);
  client.setConnection(false, 1);
  expect(leave()).toBe(false);
  client.setConnection(true, 0);
  expect(leave()).toBe(true);
});

test("asks in the words of the specification, where a browser shows them", () => {
  client.setConnection(false, 1);
  const event = new Event("beforeunload", { cancelable: true });
  // jsdom has the returnValue of other events, which is true or false.
  Object.defineProperty(event, "returnValue", { value: "", writable: true });
  window.dispatchEvent(event);
  expect(event.returnValue).toBe(
    "Are you sure you want to leave? Your changes may not be saved.",
  );
});

test("asks while an upload is under way", () => {
  const end = beginPendingUpload();
  expect(leave()).toBe(false);
  end();
  expect(leave()).toBe(true);
});
