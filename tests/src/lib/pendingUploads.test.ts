import { expect, test } from "vitest";
import { beginPendingUpload, pendingUploadCount } from "@/lib/pendingUploads";

test("counts unfinished uploads, and finishes each once", () => {
  const endFirst = beginPendingUpload();
  const endSecond = beginPendingUpload();
  expect(pendingUploadCount()).toBe(2);
  endFirst();
  endFirst();
  expect(pendingUploadCount()).toBe(1);
  endSecond();
  expect(pendingUploadCount()).toBe(0);
});
