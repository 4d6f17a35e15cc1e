import { expect, onTestFinished, test, vi } from "vitest";
import { fetchOwnToken, OtherOfficeError, type TokenSource } from "@/session/fetchOwnToken";
import { tokenWith } from "../../support/tokens";

const OWN = {
  id: "marcus",
  name: "Marcus",
  email: "marcus@example.com",
  workspaceId: "reyes",
};

const tokenFor = (org_id: string | null, sub = OWN.id) =>
  tokenWith({ sub, org_id, exp: 2_000_000_000 });
const REYES = tokenFor("reyes");
const BELL = tokenFor("bell");

/** A source with these answers of Clerk, and what the page does in order. */
function setUp(...answers: readonly (string | null)[]) {
  const steps: string[] = [];
  const left = [...answers];
  const source: TokenSource = {
    own: OWN,
    isCurrent: () => true,
    getToken: ({ skipCache }) => {
      steps.push(skipCache ? "ask past the cache" : "ask");
      return Promise.resolve(left.shift() ?? null);
    },
    tellOffice: () => {
      steps.push("tell");
      return Promise.resolve();
    },
  };
  return { steps, source };
}

test("a token of the page's person and office is used as it is", async () => {
  const { steps, source } = setUp(REYES);
  expect(await fetchOwnToken(source, false)).toBe(REYES);
  expect(steps).toEqual(["ask"]);
});

test("for another office's token, the page tells Clerk its own and asks past the cache", async () => {
  const { steps, source } = setUp(BELL, BELL, REYES);
  expect(await fetchOwnToken(source, false)).toBe(REYES);
  expect(steps).toEqual([
    "ask",
    ...["tell", "ask past the cache"],
    ...["tell", "ask past the cache"],
  ]);
});

test("gives up after three attempts, and gives no token", async () => {
  const { steps, source } = setUp(BELL, BELL, BELL, BELL, REYES);
  await expect(fetchOwnToken(source, true)).rejects.toThrow(OtherOfficeError);
  expect(steps.filter((step) => step === "tell")).toHaveLength(3);
});

test("another person's token is refused at once, because no organization of the page would help", async () => {
  const { steps, source } = setUp(tokenFor("reyes", "ivy"), REYES);
  await expect(fetchOwnToken(source, true)).rejects.toThrow(OtherOfficeError);
  expect(steps).toEqual(["ask past the cache"]);
});

test("a token without an office is that of the person's own workspace", async () => {
  const { steps, source } = setUp(tokenFor(null), REYES);
  expect(await fetchOwnToken(source, false)).toBe(REYES);
  expect(steps).toContain("tell");
  const { source: alone } = setUp(tokenFor(null));
  const own = { ...OWN, workspaceId: OWN.id };
  expect(await fetchOwnToken({ ...alone, own }, false)).toBe(tokenFor(null));
});

test("a page that shows another office by now tells Clerk nothing and gets no token", async () => {
  const { steps, source } = setUp(BELL);
  const isCurrent = vi.fn(() => false);
  expect(await fetchOwnToken({ ...source, isCurrent }, false)).toBeNull();
  expect(steps).toEqual(["ask"]);
});

test("no other tab tells Clerk its organization between this page's call and its request for a token", async () => {
  const request = vi.fn(oneAfterAnother());
  vi.stubGlobal("navigator", { locks: { request } });
  onTestFinished(() => void vi.unstubAllGlobals());
  let server = "none";
  const tab = (office: string): TokenSource => ({
    own: { ...OWN, workspaceId: office },
    isCurrent: () => true,
    getToken: async () => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      return tokenFor(server);
    },
    tellOffice: async () => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      server = office;
    },
  });
  const tabs = ["reyes", "torres", "bell"];
  const tokens = await Promise.all(
    tabs.map(async (office) => await fetchOwnToken(tab(office), true)),
  );
  expect(tokens).toEqual(tabs.map((office) => tokenFor(office)));
  expect(request).toHaveBeenCalledTimes(tabs.length);
});

/** The browser's lock of one name. */
function oneAfterAnother() {
  let last: Promise<unknown> = Promise.resolve();
  return (_name: string, _options: object, work: () => Promise<void>) => (last = last.then(work));
}
