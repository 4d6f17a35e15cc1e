import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { Menu } from "@/components/ui/Menu";
import { aUser } from "../../../support/user";

async function openMenu() {
  render(
    <>
      <Menu label="Menu" trigger="Menu">
        <button type="button">Sign out</button>
      </Menu>
      <button type="button">After it</button>
    </>,
  );
  const user = aUser();
  const button = screen.getByRole("button", { name: "Menu" });
  expect(screen.queryByText("Sign out")).toBeNull();
  await user.click(button);
  return { user, button, item: screen.getByText("Sign out") };
}

it("closes when Tab leaves it, and stays open inside", async () => {
  const { user, item } = await openMenu();
  await user.tab();
  expect(item).toHaveFocus();
  expect(item).toBeVisible();
  await user.tab();
  expect(screen.getByText("After it")).toHaveFocus();
  expect(item).not.toBeVisible();
});

it("closes on a choice and on Esc, with the focus on its button", async () => {
  const { user, button, item } = await openMenu();
  await user.click(item);
  expect(item).not.toBeVisible();
  expect(button).toHaveFocus();
  await user.click(button);
  await user.tab();
  await user.keyboard("{Escape}");
  expect(item).not.toBeVisible();
  expect(button).toHaveFocus();
});
