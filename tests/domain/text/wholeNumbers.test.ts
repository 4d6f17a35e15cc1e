import { expect, test } from "vitest";
import { withWholeNumbers } from "@domain/text/wholeNumbers";

test("a number stays on the line of the word before it, and AM or PM on that of its hour", () => {
  expect(withWholeNumbers("takes until Thu, May 14, 5 PM")).toBe(
    "takes until Thu, May\u00a014,\u00a05\u00a0PM",
  );
  expect(withWholeNumbers("Changed since the estimate of Nov 26, $1,845.00.")).toBe(
    "Changed since the estimate of Nov\u00a026, $1,845.00.",
  );
  expect(withWholeNumbers("North crew")).toBe("North crew");
});
