import { screen } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { useIsOutboxRead } from "@/offline/OutboxProvider";
import { emptyDevice } from "../../support/deviceStores";
import { FakeBackend } from "../../support/fakeBackend";
import { renderWithOutbox } from "../../support/outboxPage";
import "@/offline/device/openDeviceStore";

beforeEach(emptyDevice);

function Reading() {
  return <p>{useIsOutboxRead() ? "read" : "reading"}</p>;
}

it("the outbox of a person stays the same while the store is opened again under another name", async () => {
  const { rename } = renderWithOutbox(new FakeBackend(), <Reading />);
  expect(screen.getByText("reading")).toBeVisible();
  await screen.findByText("The outbox is open.");
  expect(screen.getByText("read")).toBeVisible();
  rename("Ana da Silva");
  expect(screen.getByText("The outbox is open.")).toBeVisible();
  expect(screen.getByText("read")).toBeVisible();
});
