import { expect, it } from "vitest";
import { progressOn } from "../../scripts/backups";

function progress(isTTY: boolean) {
  const written: string[] = [];
  const now = { at: 0 };
  const out = { isTTY, write: (text: string) => written.push(text) };
  return { written, now, ...progressOn(out, () => now.at) };
}

it("writes one line per step if it is not a terminal", () => {
  const { written, onProgress, end } = progress(false);
  onProgress("Copying");
  for (let done = 0; done < 100; done++) onProgress("Writing", { done, total: 100 });
  end();
  expect(written).toEqual(["Copying ...\n", "Writing ...\n"]);
});

it("redraws one line on a terminal at most every 100 ms, and clears it", () => {
  const { written, now, onProgress, end } = progress(true);
  onProgress("Copying");
  for (let done = 0; done < 100; done++) {
    now.at += 10;
    onProgress("Writing", { done, total: 100 });
  }
  end();
  const lines = written.map((text) => text.replace("\r\u001b[K", ""));
  expect(lines.slice(0, 3)).toEqual([
    "Copying ...",
    "Writing ... 0 of 100",
    "Writing ... 10 of 100",
  ]);
  expect(lines).toHaveLength(12);
  expect(lines.at(-1)).toBe("");
});
