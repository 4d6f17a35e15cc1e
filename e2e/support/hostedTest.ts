import type { Page } from "@playwright/test";
import { expect, test as base } from "./test";
import type { Person } from "./clerkPeople";
import { ClerkStub } from "./clerkStub";
import { HostedHome } from "./hostedHome";

interface Fixtures {
  readonly home: HostedHome;
  readonly clerk: ClerkStub;
  /** A window of somebody who has not signed in. */
  readonly openHosted: () => Promise<Page>;
}

/** Said by clerk-js of any development key, or by the browser of what a test meant to happen. */
export const test = base.extend<Fixtures>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures from this pattern.
  home: async ({}, use) => {
    const home = await HostedHome.open();
    await use(home);
    await home.close();
  },
  baseURL: async ({ home }, use) => use(home.url),
  clerk: async ({ home }, use) => {
    const clerk = new ClerkStub(home.keys);
    await use(clerk);
    expect(clerk.unknown, "calls that the stub of Clerk does not know").toEqual(
      [],
    );
  },
  openHosted: async ({ home, clerk, openWindow }, use) => {
    await use(async () => {
      const page = await openWindow();
      await clerk.attach(page.context(), home.url);
      return page;
    });
  },
});

export { expect };

/** Through Clerk's own modal, as a person does it: e-mail, Continue, password. */
export async function signInWithClerk(page: Page, person: Person) {
  await page
    .getByRole("banner")
    .getByRole("button", { name: "Sign In" })
    .click();
  await giveEmail(page, person.email);
  await givePassword(page, person.password);
  await expect(page.locator(".cl-signIn-root")).toBeHidden();
}

export async function giveEmail(page: Page, email: string) {
  const card = page.locator(".cl-signIn-root");
  await card.getByLabel("Email address").fill(email);
  await card.getByRole("button", { name: "Continue", exact: true }).click();
}

export async function givePassword(page: Page, password: string) {
  const card = page.locator(".cl-signIn-root");
  await card.getByLabel("Password", { exact: true }).fill(password);
  await card.getByRole("button", { name: "Continue", exact: true }).click();
}
