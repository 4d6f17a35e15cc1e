import { jobCard } from "./support/jobs";
import { openVisits } from "./support/messages";
import { expect, test } from "./support/test";
import { TOUCH } from "./support/touch";

test.use(TOUCH);

test.beforeEach(async ({ page }) => await openVisits(page));

test("a card without its own buttons has them under More, and the office's own text is used", async ({
  page,
}) => {
  await jobCard(page, "Amir Haddad").getByRole("button", { name: "More" }).click();
  const more = page.getByRole("dialog", { name: "Amir Haddad" });
  for (const name of ["On my way", "Mark Install Complete"])
    await expect(more.getByRole("button", { name })).toBeVisible();
  await more.getByRole("button", { name: "Text" }).click();

  const list = page.getByRole("dialog", { name: "Text Amir Haddad" });
  await list.getByRole("button", { name: "Edit what your office writes" }).click();
  const texts = page.getByRole("dialog", { name: "What your office writes" });
  await texts.getByLabel("Company name").fill("Elm Gutters");
  await texts.getByRole("button", { name: "Save" }).click();
  await expect(list.getByRole("button", { name: "On my way" })).toContainText(
    /This is Elm Gutters\./,
  );
  await list.getByRole("button", { name: "Close" }).click();
  await expect(list).toHaveCount(0);
});
