import { type Page, expect } from "@playwright/test";
import { OWNER } from "./test";

/** What the first person on a fresh server does. */
export async function createFirstAccount(page: Page, person = OWNER) {
  await page.goto("/");
  await page.getByRole("button", { name: "Sign In" }).click();
  const modal = page.getByRole("dialog");
  await modal.getByLabel("Name").fill(person.name);
  await modal.getByLabel("E-mail").fill(person.email);
  await modal.getByLabel("Password").fill(person.password);
  await modal.getByRole("button", { name: "Create account" }).click();
  await expect(modal).toBeHidden();
}

export async function signIn(page: Page, person = OWNER) {
  await page.goto("/");
  await page.getByRole("button", { name: "Sign In" }).click();
  const modal = page.getByRole("dialog");
  await modal.getByLabel("E-mail").fill(person.email);
  await modal.getByLabel("Password").fill(person.password);
  await modal.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(modal).toBeHidden();
}
