import { fireEvent, render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { Collapsible } from "@/components/ui/Collapsible";

it("opens by its title and by a drop on it, and keeps its content while closed", () => {
  const onOpenChange = vi.fn();
  render(
    <Collapsible title="Photos" onOpenChange={onOpenChange}>
      <p>front.jpg</p>
    </Collapsible>,
  );
  const photo = screen.getByText("front.jpg");
  expect(photo).not.toBeVisible();
  fireEvent.drop(screen.getByText("Photos"));
  expect(photo).toBeVisible();
  fireEvent.drop(photo);
  expect(photo).toBeVisible();
  fireEvent.click(screen.getByRole("button", { name: "Photos" }));
  expect(photo).not.toBeVisible();
  expect(onOpenChange.mock.calls).toEqual([[true], [true], [false]]);
});
