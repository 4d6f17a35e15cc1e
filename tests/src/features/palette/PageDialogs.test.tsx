import { fireEvent, screen } from "@testing-library/react";
import { beforeAll, expect, it } from "vitest";
import { PageDialogs } from "@/features/palette/PageDialogs";
import { FakeBackend, renderOn, stubLayout } from "../../../support/fakeBackend";

beforeAll(stubLayout);

it("J and K go through the entries of the page, from the first one on and not beyond the ends", () => {
  renderOn(
    new FakeBackend(),
    <>
      <main>
        <button>Other</button>
        <button data-list-entry>One</button>
        <button data-list-entry>Two</button>
      </main>
      <button data-list-entry>Outside</button>
      <PageDialogs />
    </>,
  );
  const focusAfter = (key: string) => {
    fireEvent.keyDown(document.activeElement ?? document.body, { key });
    return document.activeElement?.textContent;
  };
  screen.getByText("Other").focus();
  expect(["k", "j", "j", "k", "k"].map(focusAfter)).toEqual([
    ...["One", "Two", "Two", "One", "One"],
  ]);
});
