import type { Page } from "@playwright/test";
import { closeDialog, expectClosed } from "./support/dialog";
import { expectNoViolation } from "./support/accessibility";
import { addJob, jobCard, todayAt } from "./support/jobs";
import {
  OWNER,
  TEAMMATE,
  createFirstAccount,
  fillAccount,
  openFromMenu,
  openSignIn,
} from "./support/people";
import { PHONE, expect, testOnFreshServer as test } from "./support/test";

async function invite(page: Page): Promise<string> {
  const team = await openFromMenu(page, "Team");
  await team.getByRole("button", { name: "Invite a teammate" }).click();
  const link = page.getByLabel("Invitation link");
  await expect(link).toBeFocused();
  const url = await link.inputValue();
  await page.keyboard.press("Escape");
  await expect(link).toBeHidden();
  await expect(team.getByText(`Made by ${OWNER.name}`)).toBeVisible();
  await closeDialog(team);
  return url;
}

test.describe("a removed person", () => {
  // The browser logs the refused token and the refused sign-in.
  test.use({ expectedConsoleErrors: /status of 40[13]/ });

  test("a removed person sees the gate at once in an open tab, and comes back by invitation", async ({
    page,
    openWindow,
  }) => {
    await page.setViewportSize(PHONE);
    await createFirstAccount(page);
    await page.goto("/dashboard");
    await addJob(page, {
      customer: "Theo Marsh",
      address: "3 Mill Pond",
      estimate: await todayAt(page, "23:20"),
    });
    const teammate = await openWindow();
    await teammate.goto(await invite(page));
    await fillAccount(teammate, TEAMMATE);
    await teammate.goto("/dashboard");
    await expect(jobCard(teammate, "Theo Marsh")).toBeVisible();

    const team = await openFromMenu(page, "Team");
    await expect(team.getByText("People (2)")).toBeVisible();
    await expectNoViolation(page, "the team");
    await team.getByRole("button", { name: "Remove Marcus Bell" }).click();
    const confirm = team.getByRole("button", {
      name: "Confirm Remove Marcus Bell",
    });
    await expect(confirm).not.toHaveAttribute("aria-disabled");
    await confirm.click();
    await expect(teammate.getByText("Sign in required")).toBeVisible();
    await expect(jobCard(teammate, "Theo Marsh")).toBeHidden();
    await expect(team.getByText("People (1)")).toBeVisible();
    await closeDialog(team);

    const signIn = async () => {
      const modal = teammate.getByRole("dialog");
      await modal.getByLabel("E-mail").fill(TEAMMATE.email);
      await modal.getByLabel("Password").fill(TEAMMATE.password);
      await modal.getByRole("button", { name: "Sign in", exact: true }).click();
      return modal;
    };
    await openSignIn(teammate);
    await expect((await signIn()).getByRole("alert")).toContainText(
      "This account is no longer in a workspace.",
    );
    const link = await invite(page);
    await teammate.goto(link);
    await teammate.getByRole("button", { name: "I have an account" }).click();
    await expectClosed(await signIn());
    await teammate.goto("/dashboard");
    await expect(jobCard(teammate, "Theo Marsh")).toBeVisible();

    // The link was used, and the person who opens it is signed in.
    await page.goto(link);
    await expect(page.getByRole("dialog")).toContainText("This invitation was used already.");
  });
});
