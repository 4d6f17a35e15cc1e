import { act, cleanup, screen, waitFor } from "@testing-library/react";
import fc from "fast-check";
import { expect, it } from "vitest";
import { openLazily, press, words } from "../../../support/lazyDialogPage";

/** The text of an empty field after these keys are pressed. */
const typedBy = (keys: readonly string[]) =>
  keys.reduce((text, key) => (key === "{Backspace}" ? text.slice(0, -1) : text + key), "");

it("puts the keys typed at any moment of the loading into the dialog's field, as typed", async () => {
  const key = fc.constantFrom(..."carter t/?1ñ", "{Backspace}");
  await fc.assert(
    fc
      .asyncProperty(
        fc.array(fc.array(key, { minLength: 1, maxLength: 6 }), {
          maxLength: 5,
        }),
        fc.nat(20),
        fc.constantFrom("body", "Search jobs", "Add job"),
        async (bursts, loadAt, focused) => {
          const { user, load, pressed } = openLazily();
          if (focused === "Search jobs") act(() => screen.getByLabelText(focused).focus());
          if (focused === "Add job") act(() => screen.getByText(focused).focus());
          let count = 0;
          const onKey = () => {
            if (count === loadAt) load();
            count += 1;
          };
          window.addEventListener("keydown", onKey, true);
          press("k", { ctrlKey: true });
          // A task passes after each burst, and none between its keys.
          for (const burst of bursts) await user.keyboard(burst.join(""));
          window.removeEventListener("keydown", onKey, true);
          load();
          await waitFor(() => expect(words()).toHaveFocus());
          const all = bursts.flat();
          await waitFor(() => expect(words()).toHaveValue(typedBy(all)));
          await user.keyboard("!");
          expect(words()).toHaveValue(`${typedBy(all)}!`);
          expect(pressed).not.toHaveBeenCalled();
        },
      )
      .afterEach(cleanup),
    { numRuns: 30, endOnFailure: true },
  );
});
