/** The tasks of an office on the phone, by keyboard alone. They begin like the tasks of officeTasks.ts. */
import { expect } from "@playwright/test";
import type { Hands } from "./hands";
import type { Task } from "./officeTasks";

export const CALL_TASKS: readonly Task[] = [
  {
    what: "Book by one line",
    ways: [
      {
        name: "palette",
        work: async (hands) => {
          const { page } = hands;
          await openPalette(hands);
          await hands.type(
            "jordan sample 6145559876 88 elm st columbus fri 10a gutter cleaning $450",
          );
          await expect(page.getByText("Everything is understood.")).toBeVisible();
          await hands.press("Control+Enter");
          await expect(page.getByText(/^Booked Jordan Sample/)).toBeVisible();
        },
      },
    ],
  },
  {
    what: "Book by keyboard alone",
    ways: [
      {
        name: "the key C, Tab, and the key of the dates",
        work: async (hands) => {
          const { page } = hands;
          await hands.press("c");
          const dialog = page.getByRole("dialog", { name: "Create Job" });
          await expect(dialog.getByLabel("Customer")).toBeFocused();
          await hands.type("Wanda Quill");
          await hands.press("Tab");
          await hands.type("6145559912");
          await hands.press("Tab", "Tab", "Tab");
          await hands.type("43 Elm Street");
          await hands.press("Control+Shift+Digit4");
          await hands.type("fri 2p");
          // The first takes the date, the second saves.
          await hands.press("Enter", "Enter");
          await expect(dialog).toBeHidden();
          await expect(page.getByText("Job created")).toBeVisible();
        },
      },
    ],
  },
  {
    what: "Find a misheard caller",
    ways: [
      {
        name: "palette",
        work: async (hands) => {
          await openPalette(hands);
          await hands.type("kwentin zabrisky");
          await expect(hands.page.getByRole("option", { name: /Quentin Zabriskie/ })).toBeVisible();
        },
      },
    ],
  },
  {
    what: "What did we do for this customer",
    ways: [
      {
        name: "palette, the customer",
        work: async (hands) => {
          const { page } = hands;
          await openPalette(hands);
          await hands.type("1237");
          const customer = page.getByRole("option", {
            name: /Ana Lindholm.*C-\d+/,
          });
          await expect(customer).toBeVisible();
          while ((await customer.getAttribute("aria-selected")) !== "true")
            await hands.press("ArrowDown");
          await hands.press("Enter");
          await expect(
            page
              .getByRole("dialog", { name: /^Customer C-/ })
              .getByRole("list", { name: "Jobs of the customer" })
              .getByRole("button")
              .first(),
          ).toBeVisible();
        },
      },
    ],
  },
];

async function openPalette(hands: Hands) {
  await hands.press("Control+k");
  const palette = hands.page.getByRole("dialog").getByRole("combobox");
  await expect(palette).toBeFocused({ timeout: 3_000 });
}
