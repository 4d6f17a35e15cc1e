import { StartupError } from "embedded-convex";
import { expect, it } from "vitest";
import { asStartupError } from "../../../server/backup/ioErrors";

const asSentence = (error: unknown) =>
  asStartupError(error, "The backup could not be made", "data was not changed.");

it.each([
  ["ENOSPC", "there is no space left on the disk"],
  ["SQLITE_BUSY", "the database stayed busy"],
  // Without a sentence for it: the operator can search for the code.
  ["EIO", "EIO"],
])("tells the operator the reason of a disk error with %s", (code, reason) => {
  const cause = Object.assign(new Error("write failed"), { code });
  const error = asSentence(cause) as StartupError;
  expect(error).toBeInstanceOf(StartupError);
  expect(error.message).toBe(`The backup could not be made: ${reason}. data was not changed.`);
  expect(error.cause).toBe(cause);
});

it("returns a bug, or an error with its own sentence, unchanged", () => {
  for (const error of [new TypeError("a bug"), new StartupError("A sentence.")])
    expect(asSentence(error)).toBe(error);
});
