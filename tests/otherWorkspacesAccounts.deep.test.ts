/**
 * The account routes that take an id, called with every id of another office by people of an office that has people and
 * invitations too: each answers as for an id that never existed, and changes nothing.
 */
import path from "node:path";
import { openSqlite } from "embedded-convex";
import { expect, test, vi } from "vitest";
import { routeTable } from "../server/accounts/accountRoutes";
import type { RoutesOptions } from "../server/accounts/betterAuthCall";
import { accountsServer, inviteFrom, signUp, type AccountsServer } from "./support/accountsServer";
import type { Browser } from "./support/people";

vi.mock("better-auth/crypto", async (original) =>
  (await import("./support/quickPasswords")).quickPasswords(original),
);

const TAKE_AN_ID = [
  ["team/remove", "personId"],
  ["team/hand-over", "personId"],
  ["invitations/withdraw", "invitationId"],
] as const;

/** An invitation's code is no id but a secret: whoever has it may use it. */
const TAKE_NO_ID = [
  "GET get-session",
  "GET jwks",
  "GET sign-up/policy",
  "GET team",
  "GET token",
  "POST change-password",
  "POST invitations",
  "POST sign-in/email",
  "POST sign-out",
  "POST sign-out-everywhere",
  "POST sign-up/email",
  "POST team/leave",
];

test("each account route is known to take an id or none", () => {
  const options = { issuer: "http://localhost", secret: "secret" };
  const routes = [...routeTable(options as RoutesOptions).keys()];
  const known = TAKE_AN_ID.map(([route]) => `POST ${route}`);
  expect(routes.sort()).toEqual([...known, ...TAKE_NO_ID].sort());
});

type Row = Readonly<Record<string, unknown>> & { readonly id?: string };

type Team = Record<"people" | "invitations", readonly { id: string }[]>;

const teamOf = async (browser: Browser) => (await browser.get("team")).body as unknown as Team;

/** A founder, a member, a former person, and invitations that are used, withdrawn and open. */
async function anOffice(server: AccountsServer, name: string) {
  const [founder, member] = [server.browser(), server.browser()];
  await signUp(founder, name);
  await signUp(member, `${name}2`, await inviteFrom(founder));
  await signUp(server.browser(), `${name}3`, await inviteFrom(founder));
  const former = (await teamOf(founder)).people.at(-1)!.id;
  await founder.post("team/remove", { personId: former });
  await inviteFrom(founder);
  const [withdrawn] = (await teamOf(founder)).invitations;
  await founder.post("invitations/withdraw", { invitationId: withdrawn!.id });
  await inviteFrom(founder);
  return { founder, member };
}

/** All rows of people, sessions and invitations. */
function stored({ dataDir }: AccountsServer): Row[] {
  const sqlite = openSqlite(path.join(dataDir, "accounts.db"));
  try {
    return ["user", "invitation", "founder", "teamAct", "session"].flatMap(
      (table) => sqlite.prepare(`SELECT * FROM "${table}" ORDER BY 1`).all() as Row[],
    );
  } finally {
    sqlite.close();
  }
}

test("an account route answers a stranger's id as an id that never existed", async () => {
  const server = await accountsServer({ signUps: "open" });
  await anOffice(server, "Ana");
  const ids = stored(server).flatMap(({ id }) => id ?? []);
  expect(ids.length).toBeGreaterThan(8);
  const { founder, member } = await anOffice(server, "Bo");
  const alone = server.browser();
  await signUp(alone, "Cal");
  const before = stored(server);
  const ended = server.sessionsEnded.count;
  for (const actor of [founder, member, alone])
    for (const [route, field] of TAKE_AN_ID) {
      const never = await actor.post(route, { [field]: "never" });
      expect(never.status).toBeGreaterThanOrEqual(400);
      for (const id of ids) {
        const { status, body } = await actor.post(route, { [field]: id });
        expect([status, body], route).toEqual([never.status, never.body]);
      }
    }
  expect(stored(server)).toEqual(before);
  expect(server.sessionsEnded.count).toBe(ended);
});
