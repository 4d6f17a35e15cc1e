import { type Page, expect } from "@playwright/test";

export const OWNER = {
  name: "Dana Reyes",
  email: "dana@reyesgutters.test",
  password: "rain-goes-down-1",
};

export const TEAMMATE = {
  name: "Marcus Bell",
  email: "marcus@reyesgutters.test",
  password: "ladder-up-2-the-eaves",
};

/** Signs up as the first person on a fresh server. */
export async function createFirstAccount(page: Page, person = OWNER) {
  await page.goto("/");
  await openSignIn(page);
  await fillAccount(page, person);
}

/** Fills in the open sign-up modal and submits it. */
export async function fillAccount(page: Page, person: typeof OWNER) {
  const modal = page.getByRole("dialog");
  await modal.getByLabel("Name").fill(person.name);
  await modal.getByLabel("E-mail").fill(person.email);
  await modal.getByLabel("Password").fill(person.password);
  await modal.getByRole("button", { name: "Create account" }).click();
  await expect(modal).toBeHidden();
}

export async function signIn(page: Page, person = OWNER) {
  await page.goto("/");
  await openSignIn(page);
  const modal = page.getByRole("dialog");
  await modal.getByLabel("E-mail").fill(person.email);
  await modal.getByLabel("Password").fill(person.password);
  await modal.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(modal).toBeHidden();
}

export async function openSignIn(page: Page) {
  await page
    .getByRole("banner")
    .getByRole("button", { name: "Sign In" })
    .click();
}

/** Opens a dialog of the user menu. */
export async function openFromMenu(page: Page, entry: string) {
  await page.getByRole("button", { name: /^User menu of/ }).click();
  await page.getByRole("button", { name: entry, exact: true }).click();
  return page.getByRole("dialog", { name: entry });
}
