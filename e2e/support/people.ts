import { type APIRequestContext, type Page, expect, test } from "@playwright/test";
import { expectClosed } from "./dialog";

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

/** The person of this test on a server that tests share. */
function ownerOfTest() {
  return { ...OWNER, email: `dana-${test.info().testId}@reyesgutters.test` };
}

/**
 * Creates an account with an empty workspace over HTTP, and signs the window in. The page is not loaded: the tests of
 * accounts sign up in the page.
 */
export async function signUp(page: Page) {
  await signUpAs(page.request, ownerOfTest());
}

/** Signs another window of the person of this test in, over HTTP: a second device. */
export async function signInElsewhere(page: Page) {
  await postAccount(page.request, "sign-in/email", ownerOfTest());
}

/** Leaves the request context, and the browser that it belongs to, signed in. */
export async function signUpAs(request: APIRequestContext, person: typeof OWNER) {
  await postAccount(request, "sign-up/email", person);
}

async function postAccount(request: APIRequestContext, path: string, data: typeof OWNER) {
  const policy = await request.get("/api/auth/sign-up/policy");
  const { origin } = new URL(policy.url());
  const headers = { origin };
  const answer = await request.post(`/api/auth/${path}`, { data, headers });
  expect(answer.status(), await answer.text()).toBe(200);
}

/** Signs a teammate up, whom the founder has invited. */
export async function joinTeam(
  founder: APIRequestContext,
  member: APIRequestContext,
  serverUrl: string,
) {
  const { origin } = new URL(serverUrl);
  const post = async (by: APIRequestContext, path: string, data: object) => {
    const headers = { origin };
    const answer = await by.post(`${origin}${path}`, { data, headers });
    expect(answer.status(), await answer.text()).toBe(200);
    return answer;
  };
  const invitation = await post(founder, "/api/auth/invitations", {});
  const { path } = (await invitation.json()) as { path: string };
  const inviteCode = new URL(path, origin).searchParams.get("invite");
  await post(member, "/api/auth/sign-up/email", { ...TEAMMATE, inviteCode });
}

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
  await expectClosed(modal);
}

/** Signs in as the person of this test, or as another one. */
export async function signIn(page: Page, person = ownerOfTest()) {
  await page.goto("/");
  await openSignIn(page);
  await fillSignIn(page, person);
}

/** Fills in the open sign-in modal and submits it. */
export async function fillSignIn(page: Page, person = ownerOfTest()) {
  const modal = page.getByRole("dialog", { name: "Sign in" });
  await modal.getByLabel("E-mail").fill(person.email);
  await modal.getByLabel("Password").fill(person.password);
  await modal.getByRole("button", { name: "Sign in", exact: true }).click();
  await expectClosed(modal);
}

export async function openSignIn(page: Page) {
  await page.getByRole("banner").getByRole("button", { name: "Sign In" }).click();
}

/** Opens a dialog of the user menu. */
export async function openFromMenu(page: Page, entry: string) {
  const bar = page.getByRole("banner");
  await bar.getByRole("button", { name: /^User menu of/ }).click();
  await bar.getByRole("button", { name: entry, exact: true }).click();
  return page.getByRole("dialog", { name: entry });
}
