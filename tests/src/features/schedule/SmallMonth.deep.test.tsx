import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { fireEvent, render, screen } from "@testing-library/react";
import { ConvexProvider } from "convex/react";
import { useState } from "react";
import { beforeEach, expect, it } from "vitest";
import { SmallMonth } from "@/features/schedule/SmallMonth";
import { FakeBackend } from "../../../support/fakeBackend";

beforeEach(() => {
  window.scrollTo = () => {};
});

async function show() {
  function Day() {
    const [day, setDay] = useState("2026-11-20");
    return (
      <>
        <input value={day} onChange={({ target }) => setDay(target.value)} />
        <SmallMonth day={day} today="2026-11-11" />
      </>
    );
  }
  const client = new FakeBackend().asClient();
  const routeTree = createRootRoute({
    component: () => (
      <ConvexProvider client={client}>
        <Day />
      </ConvexProvider>
    ),
  });
  const history = createMemoryHistory({ initialEntries: ["/"] });
  render(<RouterProvider router={createRouter({ routeTree, history }) as never} />);
  await screen.findByRole("table");
  return {
    title: () => screen.getByRole("heading").textContent,
    press: (name: string) => fireEvent.click(screen.getByRole("button", { name })),
    go: (value: string) => fireEvent.change(screen.getByRole("textbox"), { target: { value } }),
  };
}

it("shows the month of the day until the person pages, and again once the day is in another month", async () => {
  const { title, press, go } = await show();
  expect(title()).toBe("November 2026");
  press("Later month");
  press("Later month");
  press("Earlier month");
  expect(title()).toBe("December 2026");
  // A day of the same month leaves the month that the person looks at.
  go("2026-11-21");
  expect(title()).toBe("December 2026");
  go("2027-01-04");
  expect(title()).toBe("January 2027");
  go("2026-11-30");
  expect(title()).toBe("November 2026");
});
