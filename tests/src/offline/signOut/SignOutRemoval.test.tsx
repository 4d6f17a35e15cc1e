import { act, renderHook } from "@testing-library/react";
import type { ContextType } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { DeviceStore } from "@/offline/device/deviceStore";
import { listStores, rememberStore } from "@/offline/device/devices";
import { OutboxContext } from "@/offline/OutboxProvider";
import { SignOutRemoval } from "@/offline/signOut/SignOutRemoval";
import { askBeforeSignOut, useSignOutQuestion } from "@/offline/signOut/signOutQuestion";
import { publishPhotos } from "@/offline/photos/photosWaiting";
import { SignInContext, useSignIn, type LocalSignIn, type SignIn } from "@/session/session";
import { aWaitingPhoto } from "../../../support/builders";
import { emptyDevice, OWNER } from "../../../support/deviceStores";

const BO = { ...OWNER, userId: "user-2", userName: "Bo Diaz" };
const ends = {
  signOut: vi.fn(() => Promise.resolve()),
  signOutEverywhere: vi.fn(() => Promise.resolve()),
  leaveTeam: vi.fn(() => Promise.resolve()),
};

beforeEach(async () => {
  emptyDevice();
  vi.clearAllMocks();
  await rememberStore(OWNER);
  await rememberStore(BO);
});

function removing(changes: readonly object[] = []): SignIn {
  const client = { items: () => changes };
  const open = { outbox: { client }, isRead: true } as unknown;
  const signIn = {
    session: {
      status: "signedIn",
      user: {
        id: OWNER.userId,
        name: OWNER.userName,
        email: "",
        workspaceId: OWNER.workspaceId,
      },
    },
    signOut: ends.signOut,
    local: { accounts: ends } as unknown as LocalSignIn,
  } as unknown as SignIn;
  const { result } = renderHook(useSignIn, {
    wrapper: ({ children }) => (
      <SignInContext value={signIn}>
        <OutboxContext value={open as ContextType<typeof OutboxContext>}>
          <SignOutRemoval deployment={OWNER.deployment}>{children}</SignOutRemoval>
        </OutboxContext>
      </SignInContext>
    ),
  });
  return result.current;
}

const kept = async () => (await listStores()).map(({ userName }) => userName);

test.each([
  ["a sign-out", (signIn: SignIn) => signIn.signOut()],
  ["a sign-out on all devices", (signIn: SignIn) => signIn.local?.accounts.signOutEverywhere()],
  ["leaving", (signIn: SignIn) => signIn.local?.accounts.leaveTeam()],
])("%s removes the person's store, in all tabs, and no other", async (_, end) => {
  const otherTab = new DeviceStore(OWNER);
  await otherTab.read(["drafts"], (tx) => tx.objectStore("drafts").count());
  const signIn = removing();
  await act(async () => await end(signIn));
  expect(await kept()).toEqual(["Bo Diaz"]);
  await expect(
    otherTab.read(["drafts"], (tx) => tx.objectStore("drafts").count()),
  ).rejects.toMatchObject({ reason: "removed" });
});

test("a sign-out asks about a change that only this page has", async () => {
  const { result } = renderHook(useSignOutQuestion);
  const signIn = removing([{ id: "a", state: { kind: "storing" } }]);
  let hasEnded = false;
  const ending = signIn.signOut().then(() => (hasEnded = true));
  await vi.waitFor(() => expect(result.current?.unsent).toBe(1));
  expect(hasEnded).toBe(false);
  act(() => result.current?.answer(false));
  await ending;
  expect(ends.signOut).not.toHaveBeenCalled();
});

test("a sign-out that is refused removes nothing", async () => {
  ends.signOut.mockRejectedValueOnce(new Error("Busy."));
  await expect(removing().signOut()).rejects.toThrow("Busy.");
  expect(await kept()).toEqual(["Ana Silva", "Bo Diaz"]);
});

test("a sign-out works in a browser without storage", async () => {
  vi.stubGlobal("indexedDB", undefined);
  await removing().signOut();
  expect(ends.signOut).toHaveBeenCalledOnce();
  vi.unstubAllGlobals();
});

async function keepDraft() {
  const store = new DeviceStore(OWNER);
  await store.write(["drafts"], (tx) =>
    tx.objectStore("drafts").put({ id: "draft", values: {}, at: 1 }),
  );
  store.close();
}

test.each([
  [true, ["Bo Diaz"], 1],
  [false, ["Ana Silva", "Bo Diaz"], 0],
])("asks before a sign-out that would lose something: answered %s", async (answer, left, calls) => {
  await keepDraft();
  const question = renderHook(useSignOutQuestion).result;
  const signIn = removing();
  const ending = signIn.signOut();
  await vi.waitFor(() => expect(question.current?.unsent).toBe(1));
  expect(ends.signOut).not.toHaveBeenCalled();
  await act(async () => {
    question.current?.answer(answer);
    await ending;
  });
  expect(question.current).toBeNull();
  expect(ends.signOut).toHaveBeenCalledTimes(calls);
  expect(await kept()).toEqual(left);
});

test("a sign-out also counts photos that only the page has", async () => {
  publishPhotos({
    photos: [aWaitingPhoto({ isKept: false }), aWaitingPhoto()],
  });
  const question = renderHook(useSignOutQuestion).result;
  const ending = removing().signOut();
  await vi.waitFor(() => expect(question.current?.unsent).toBe(1));
  await act(async () => {
    question.current?.answer(false);
    await ending;
  });
  expect(ends.signOut).not.toHaveBeenCalled();
  publishPhotos({});
});

test("a sign-out removes the store only once the session has ended", async () => {
  let end = () => {};
  ends.signOut.mockReturnValueOnce(new Promise((resolve) => (end = resolve)));
  const ending = removing().signOut();
  await vi.waitFor(() => expect(ends.signOut).toHaveBeenCalledOnce());
  expect(await kept()).toEqual(["Ana Silva", "Bo Diaz"]);
  end();
  await ending;
  expect(await kept()).toEqual(["Bo Diaz"]);
});

test("a second question takes the place of the first, which stays signed in", async () => {
  const question = renderHook(useSignOutQuestion).result;
  let first: Promise<boolean> | undefined;
  let second: Promise<boolean> | undefined;
  act(() => void (first = askBeforeSignOut(1)));
  act(() => void (second = askBeforeSignOut(2)));
  expect(question.current?.unsent).toBe(2);
  expect(await first).toBe(false);
  act(() => question.current?.answer(true));
  expect(await second).toBe(true);
  expect(question.current).toBeNull();
});
