import type { Page } from "@playwright/test";
import { seedJobs } from "./support/jobs";
import { signUp } from "./support/people";
import { TOUCH } from "./support/touch";
import { expect, PHONE, test } from "./support/test";

const NOW = new Date("2026-11-11T10:00:00-05:00");

/** In the order of the day: two visits side by side, three, one. */
const VISITS = [
  ["08:00", "Olivia Hart"],
  ["08:15", "Christopher Vandenberg"],
  ["11:00", "Bo Li"],
  ["11:15", "Maximiliana Castellano"],
  ["11:30", "Ruth Okafor"],
  ["15:00", "Wilhelmina Featherstonehaugh-Montgomery"],
] as const;

test.use({ ...TOUCH, timezoneId: "America/New_York" });

async function openWeek(page: Page) {
  await page.setViewportSize(PHONE);
  await page.clock.setFixedTime(NOW);
  await signUp(page);
  await seedJobs(
    page,
    VISITS.map(([time, customer_name]) => ({
      customer: { customer_name },
      job_address: "14821 Sycamore Ridge Road",
      job_install_date: new Date(`2026-11-11T${time}:00-05:00`).getTime(),
    })),
  );
  await page.goto("/calendar?view=week&date=2026-11-11");
  await expect(visits(page)).toHaveCount(VISITS.length);
}

const visits = (page: Page) =>
  page
    .getByRole("region", { name: /Wednesday, November 11/ })
    .getByRole("listitem")
    .getByRole("link");

/** The words of each visit that are on screen, and those of which only a part is. Lines with "…" are left out. */
const words = (page: Page) =>
  visits(page).evaluateAll((links) =>
    links.map((link) => {
      const shown: string[] = [];
      const cut: string[] = [];
      const texts = document.createTreeWalker(link, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        const text = texts.currentNode as Text;
        const clips = clipsOf(text.parentElement, link);
        if (clips === null) continue;
        for (const { 0: word, index } of text.data.matchAll(/\S+/g)) {
          const range = document.createRange();
          range.setStart(text, index);
          range.setEnd(text, index + word.length);
          const box = range.getBoundingClientRect();
          const isHidden = clips.some(
            ({ top, right, bottom, left }) =>
              box.top >= bottom - 1 ||
              box.bottom <= top + 1 ||
              box.left >= right - 1 ||
              box.right <= left + 1,
          );
          const isWhole = clips.every(
            ({ top, right, bottom, left }) =>
              box.top >= top - 1 &&
              box.bottom <= bottom + 1 &&
              box.left >= left - 1 &&
              box.right <= right + 1,
          );
          if (box.width > 0 && !isHidden) (isWhole ? shown : cut).push(word);
        }
      }
      return { shown: shown.join(" "), cut };

      /** The boxes that hide what is outside of them; null where the text is not on screen or ends in "…". */
      function clipsOf(
        element: Element | null,
        until: Element,
      ): readonly DOMRect[] | null {
        if (element === null || element === until) return [];
        const { overflow, textOverflow, position, width } =
          getComputedStyle(element);
        const isForReaders = position === "absolute" && width === "1px";
        if (isForReaders || textOverflow === "ellipsis") return null;
        const outer = clipsOf(element.parentElement, until);
        return outer !== null && overflow !== "visible"
          ? [element.getBoundingClientRect(), ...outer]
          : outer;
      }
    }),
  );

test("visits side by side in a phone's week show whole words of a name, or none, and print without buttons", async ({
  page,
}) => {
  await openWeek(page);
  // Polled: the font of the page comes after its text.
  await expect
    .poll(() => words(page))
    .toEqual(
      ["Olivia Hart", "", "Bo Li", "", "Ruth", ""].map((shown) => ({
        shown,
        cut: [],
      })),
    );

  await page.getByRole("radio", { name: "1 day" }).check();
  await expect
    .poll(() => words(page))
    .toEqual(
      [
        "Olivia Hart",
        "Christopher Vandenberg",
        "Bo Li",
        "Maximiliana Castellano",
        "Ruth Okafor",
        "",
      ].map((shown) => ({ shown, cut: [] })),
    );

  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("button", { name: /^Move / })).toHaveCount(0);
});
