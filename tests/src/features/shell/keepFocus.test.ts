import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { keepFocus } from "@/features/shell/keepFocus";

const button = (name: string) => {
  const found = document.querySelector<HTMLElement>(`[name=${name}]`);
  if (found === null) throw new Error(`There is no button ${name}.`);
  return found;
};

const focusOn = (selector: string) =>
  vi.waitFor(() => expect(document.activeElement?.matches(selector)).toBe(true));

/** Two frames: the focus is moved in the first one. */
const frames = () =>
  new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(resolve));
  });

describe("when the element with the focus is removed", () => {
  // Vitest calls what it returns after the tests.
  beforeAll(keepFocus);
  beforeEach(() => {
    document.body.innerHTML = `
      <button name="outside"></button>
      <main><ul><li><button name="card"></button></li></ul></main>
      <div role="dialog"><p><button name="day"></button></p></div>`;
  });

  it("focuses the page's content", async () => {
    button("card").focus();
    button("card").closest("li")?.remove();
    await focusOn("main");
    button("outside").focus();
    expect(document.querySelector("main")?.hasAttribute("tabindex")).toBe(false);
  });

  it("focuses the container that remains", async () => {
    button("day").focus();
    button("day").closest("p")?.remove();
    await focusOn("[role=dialog]");
  });

  it("leaves the focus where it was moved meanwhile", async () => {
    button("day").focus();
    document.querySelector("[role=dialog]")?.remove();
    button("card").focus();
    await frames();
    expect(document.activeElement).toBe(button("card"));
  });

  it("leaves the focus on the body if the person clicked beside the element before", async () => {
    button("card").focus();
    button("card").blur();
    await Promise.resolve();
    button("card").remove();
    await frames();
    expect(document.activeElement).toBe(document.body);
  });
});
