import type { Page } from "@playwright/test";
import { DESKTOP, expect, PHONE, test as base } from "./test";
import type { Person } from "./clerkPeople";
import { ClerkStub } from "./clerkStub";
import { HostedDeployment } from "./hostedDeployment";

interface Device {
  readonly isMobile: boolean;
}

export interface Fixtures {
  /** Whether the deployment has a second backend. */
  readonly hasCell: boolean;
  readonly deployment: HostedDeployment;
  readonly clerk: ClerkStub;
  /** Opens a signed-out window. */
  readonly openHosted: (device?: Device) => Promise<Page>;
  /** Opens a window with the dashboard, and signs the person in. */
  readonly openAs: (person: Person, device?: Device) => Promise<Page>;
}

export const test = base.extend<Fixtures>({
  hasCell: [false, { option: true }],
  deployment: async ({ hasCell }, use) => {
    const deployment = await HostedDeployment.open({}, undefined, hasCell);
    await use(deployment);
    await deployment.close();
  },
  baseURL: async ({ deployment }, use) => use(deployment.url),
  clerk: async ({ deployment }, use) => {
    const clerk = new ClerkStub(deployment.keys);
    await use(clerk);
    expect(clerk.unsupported, "requests that the Clerk stub does not support").toEqual([]);
  },
  openHosted: async ({ deployment, clerk, openWindow }, use) => {
    await use(async (device = { isMobile: false }) => {
      const page = await openWindow(device.isMobile ? PHONE : DESKTOP, device);
      await clerk.attach(page.context(), deployment.url);
      return page;
    });
  },
  openAs: async ({ openHosted }, use) => {
    await use(async (person, device) => {
      const page = await openHosted(device);
      await page.goto("/dashboard");
      await signIn(page, person);
      return page;
    });
  },
});

export { expect };

/** Signs in through Clerk's modal: email, Continue, password. */
async function signIn(page: Page, person: Person) {
  await page.getByRole("banner").getByRole("button", { name: "Sign In" }).click();
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

/** Chooses another office in the user menu. */
export async function switchTo(page: Page, office: string) {
  await page.getByRole("button", { name: "Open user menu" }).click();
  await page.getByRole("button", { name: `Switch to ${office}` }).click();
}

interface Claims {
  readonly iat: number;
  readonly exp: number;
  readonly org_id: string | null;
}

export function claimsOf(token: string): Claims {
  const body = Buffer.from(token.split(".")[1]!, "base64url").toString();
  return JSON.parse(body) as Claims;
}
