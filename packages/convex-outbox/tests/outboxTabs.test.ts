import { expect, it, vi } from "vitest";
import { createOtherTabs } from "../src/outboxTabs";

it("tells the other tabs of an answer that comes after this one has stopped listening", async () => {
  const [own, other] = [createOtherTabs("tabs"), createOtherTabs("tabs")];
  const heard = vi.fn();
  const ignored = vi.fn();
  const stop = other.listen(heard);
  own.listen(ignored)();
  own.post({ kind: "changed" });
  await vi.waitFor(() => expect(heard).toHaveBeenCalledOnce());
  other.post({ kind: "changed" });
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(ignored).not.toHaveBeenCalled();
  stop();
});
