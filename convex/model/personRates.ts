/**
 * How often one person may begin what costs the deployment the most. A query cannot count, and counting every mutation
 * would make the tabs of one person wait for each other, so neither has a rate. On one machine the server limits every
 * request before a function runs (server/requestLimits.ts) and sets PERSON_RATES to "off".
 */
import type { MutationCtx } from "../_generated/server";
import { TOO_OFTEN } from "../../domain/calls/operations";
import type { Member } from "./access";
import { environment } from "./environment";
import { conflict } from "./errors";
import type { RateKind } from "./validators";

const MINUTE_MS = 60_000;

/** How many calls a person may make at once, and how many more each minute: enough for the photos of a week. */
const RATES: Readonly<Record<RateKind, { most: number; perMinute: number }>> = {
  action: { most: 60, perMinute: 30 },
  import: { most: 30, perMinute: 3 },
  seed: { most: 20, perMinute: 2 },
  upload: { most: 3_000, perMinute: 120 },
};

type Person = Pick<Member, "workspaceId" | "by">;

export async function requireRate(ctx: MutationCtx, person: Person, kind: RateKind): Promise<void> {
  if (!(await isWithinRate(ctx, person, kind))) throw conflict(TOO_OFTEN);
}

/** Counts a call, unless it exceeds the person's rate. */
export async function isWithinRate(
  ctx: MutationCtx,
  { workspaceId, by }: Person,
  kind: RateKind,
): Promise<boolean> {
  if (environment().PERSON_RATES === "off") return true;
  const { most, perMinute } = RATES[kind];
  const row = await ctx.db
    .query("personRates")
    .withIndex("by_workspace_and_person_and_kind", (q) =>
      q.eq("workspaceId", workspaceId).eq("by", by).eq("kind", kind),
    )
    .unique();
  const at = Date.now();
  const minutes = (at - (row?.at ?? 0)) / MINUTE_MS;
  // A clock that was set back would otherwise keep the person waiting until it reaches the stored time again.
  const left = row === null || minutes < 0 ? most : Math.min(most, row.left + minutes * perMinute);
  if (left < 1) return false;
  const counted = { left: left - 1, at };
  if (row === null) await ctx.db.insert("personRates", { workspaceId, by, kind, ...counted });
  else await ctx.db.patch("personRates", row._id, counted);
  return true;
}
