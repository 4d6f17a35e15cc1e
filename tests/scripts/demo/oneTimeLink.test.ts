import { expect, it, onTestFinished } from "vitest";
import { openOneTimeLink } from "../../../scripts/demo/oneTimeLink";

const SESSION = {
  setCookies: ["session=one; HttpOnly", "device=two"],
  page: "http://localhost:3999/dashboard",
};

/** Without following the redirect; as 127.0.0.1, because a test's resolver may prefer ::1 for localhost. */
async function open(url: string) {
  return await fetch(url.replace("localhost", "127.0.0.1"), {
    redirect: "manual",
  });
}

it("signs the first browser in, and no later one", async () => {
  const link = await openOneTimeLink(SESSION);
  expect(new URL(link.url).hostname).toBe("localhost");
  const answer = await open(link.url);
  expect(answer.status).toBe(303);
  expect(answer.headers.get("location")).toBe(SESSION.page);
  expect(answer.headers.getSetCookie()).toEqual(SESSION.setCookies);
  await expect(open(link.url)).rejects.toThrow("fetch failed");
});

it("gives no session for another path, and stays open for the right one", async () => {
  const link = await openOneTimeLink(SESSION);
  onTestFinished(() => link.close());
  for (const path of ["/", "/dashboard", "/x".repeat(16)]) {
    const answer = await open(new URL(path, link.url).href);
    expect(answer.status).toBe(404);
    expect(answer.headers.getSetCookie()).toEqual([]);
  }
  expect((await open(link.url)).status).toBe(303);
});
