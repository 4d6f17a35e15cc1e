import { expectAccessible } from "./support/accessibility";
import { cutSignal } from "./support/cutSignal";
import { closeDialog } from "./support/dialog";
import { jobCard } from "./support/jobs";
import { call } from "./support/office";
import { partIsLoaded } from "./support/pageParts";
import { signUp } from "./support/people";
import { seedDefaults } from "./support/stock";
import { expect, NETWORK_ERRORS, PHONE, test } from "./support/test";
import { TOUCH } from "./support/touch";

test.use({ ...TOUCH, expectedConsoleErrors: NETWORK_ERRORS });

interface Item {
  readonly _id: string;
  readonly sku: string;
  readonly name: string;
}

test("a crew sees the coil of a day, takes it from stock without signal, and undoes it", async ({
  page,
}) => {
  test.slow();
  await page.setViewportSize(PHONE);
  await signUp(page);
  await seedDefaults(page);
  const ask = async (kind: "query" | "mutation", path: string, args = {}) =>
    await call(page.request, kind, { path, args });
  const items = (await ask("query", "inventory:listItems")) as Item[];
  const itemOf = (sku: string) => items.find((item) => item.sku === sku)!;
  const white = { size: "6", colorNumber: "002" };
  const coil = { ...white, itemId: itemOf("GUT-COIL")._id };
  await ask("mutation", "inventory:recordIntake", {
    entries: [{ ...coil, type: "intake", quantity: 100 }],
  });
  const at = await page.evaluate(() => new Date(2027, 5, 15, 10, 30).getTime());
  const id = await ask("mutation", "jobs:create", {
    customer: { customer_name: "Noor Haddad" },
    job_address: "14821 Sycamore Ridge Road",
    ...{ job_install_date: at, job_status: "completed" },
  });
  const { _id: itemId, sku, name } = itemOf("GUT-SEAMLESS");
  const line = { itemId, sku, name, ...white, unit: "foot", quantity: 80 };
  await ask("mutation", "lines:add", {
    ...{ id, lines: [{ ...line, clientKey: crypto.randomUUID(), order: "i" }] },
  });
  const coilOf = async () =>
    (
      (await ask("query", "inventory:listColorBreakdown", {
        colorNumber: "002",
      })) as { readonly items6: readonly { readonly qty: number }[] }
    ).items6.map(({ qty }) => qty);

  const signal = await cutSignal(page);
  signal.isCut = false;
  await page.goto("/dashboard?date=2027-06-15");
  await page.getByRole("button", { name: "Materials needed" }).tap();
  const needed = page.getByRole("dialog", { name: "Materials needed" });
  await expect(needed.getByRole("row", { name: /Gutter Coil/ })).toContainText(
    "84 ft48 lb100 ft0 ft",
  );
  await expectAccessible(page, "what a day needs");
  await closeDialog(needed);
  // The check draws the page in other sizes.
  await page.setViewportSize(PHONE);

  await jobCard(page, "Noor Haddad").getByRole("button", { name: "More" }).tap();
  const stock = page.getByRole("region", { name: "Stock" });
  await expect(stock).toContainText("Not taken yet: 84 ft Gutter Coil .032");
  await expectAccessible(page, "what can be taken from stock");
  await page.setViewportSize(PHONE);
  await partIsLoaded(page, "ToastContainer");
  signal.isCut = true;
  await page.context().setOffline(true);
  await stock.getByRole("button", { name: "Take from stock" }).tap();
  await expect(stock).toContainText("Taken from stock.");
  expect(await coilOf()).toEqual([100]);
  signal.isCut = false;
  await page.context().setOffline(false);
  await expect.poll(coilOf).toEqual([16]);
  await stock.getByRole("button", { name: "Put back" }).tap();
  await expect.poll(coilOf).toEqual([100]);
  await page.getByRole("button", { name: "Undo" }).first().tap();
  await expect.poll(coilOf).toEqual([16]);
  await expect(stock).toContainText("Taken from stock.");
});
