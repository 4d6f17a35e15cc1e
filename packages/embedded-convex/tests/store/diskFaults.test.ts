import { expect, it } from "vitest";
import { diskFaultCode, diskFaultOf, type DiskFault } from "../../src/store/diskFaults";
import { diskError } from "../support/failingDisk";

it.each<[string, DiskFault | null]>([
  ["SQLITE_FULL", "full"],
  ["ENOSPC", "full"],
  ["EDQUOT", "full"],
  ["EFBIG", "full"],
  ["SQLITE_READONLY", "readOnly"],
  ["SQLITE_READONLY_DIRECTORY", "readOnly"],
  ["EROFS", "readOnly"],
  ["EACCES", "readOnly"],
  ["SQLITE_IOERR", "lost"],
  ["SQLITE_IOERR_FSYNC", "lost"],
  ["SQLITE_CORRUPT_INDEX", "lost"],
  ["EIO", "lost"],
  ["SQLITE_CONSTRAINT_UNIQUE", null],
  ["SQLITE_BUSY", null],
  ["ECONNRESET", null],
  ["NOT_SQLITE_FULL", null],
])("classifies %s as %s", (code, fault) => {
  expect(diskFaultOf(diskError(code))).toBe(fault);
  expect(diskFaultCode(diskError(code))).toBe(fault === null ? null : code);
});

it("finds the disk error among an error's causes, and nothing in a value that is no error", () => {
  const wrapped = new Error("not stored", { cause: diskError("ENOSPC") });
  expect(diskFaultOf(new Error("twice", { cause: wrapped }))).toBe("full");
  for (const thrown of [null, undefined, "ENOSPC", { code: "ENOSPC" }])
    expect(diskFaultOf(thrown)).toBeNull();
});
