import { render } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { CameraBar } from "@/job/photos/CameraBar";
import { aJob } from "../../../support/builders";

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it("the bar under a card below the screen comes into view", () => {
  vi.stubGlobal("innerHeight", 640);
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockReturnValue(
    new DOMRect(0, 620, 320, 90),
  );
  const scrolled = vi.fn();
  Element.prototype.scrollIntoView = scrolled;
  const nothing = () => undefined;
  render(
    <CameraBar
      run={{ job: aJob(), field: "job_photo_install", count: 1 }}
      onOpen={nothing}
      onDone={nothing}
    />,
  );
  expect(scrolled).toHaveBeenCalledExactlyOnceWith({ block: "end" });
});
