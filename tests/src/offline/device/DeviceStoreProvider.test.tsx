import { render, screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { DeviceStoreProvider, useDeviceStore } from "@/offline/device/DeviceStoreProvider";
import { listStores } from "@/offline/device/devices";
import { SignInContext, type Session, type SignIn } from "@/session/session";
import { emptyDevice, OWNER } from "../../../support/deviceStores";

beforeEach(emptyDevice);

const signedIn = (id: string, name: string): Session => ({
  status: "signedIn",
  user: { id, name, email: "", workspaceId: "office-1" },
});

function Shown() {
  const { store, problem } = useDeviceStore();
  return <p>{problem ?? store?.name ?? "none"}</p>;
}

function page(session: Session) {
  return (
    <SignInContext value={{ session } as SignIn}>
      <DeviceStoreProvider deployment={OWNER.deployment}>
        <Shown />
      </DeviceStoreProvider>
    </SignInContext>
  );
}

it("opens the store of the signed-in person, and no other", async () => {
  const view = render(page({ status: "signedOut" }));
  screen.getByText("none");

  view.rerender(page(signedIn("user-1", "Ana Silva")));
  await screen.findByText(/^downspout:.*:user-1$/);
  view.rerender(page(signedIn("user-2", "Ben Ode")));
  screen.getByText("none");
  await screen.findByText(/^downspout:.*:user-2$/);
  view.rerender(page({ status: "signedOut" }));
  screen.getByText("none");

  const listed = (await listStores()).map(({ userName }) => userName);
  expect(listed.toSorted()).toEqual(["Ana Silva", "Ben Ode"]);
});

it("says in a browser without storage that it keeps nothing", async () => {
  vi.stubGlobal("indexedDB", undefined);
  render(page(signedIn("user-1", "Ana Silva")));
  await screen.findByText(/^This browser keeps nothing on this device\./);
  vi.unstubAllGlobals();
});
