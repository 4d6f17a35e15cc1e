/**
 * The workspace of a person: the organization if the token's claims name one,
 * else the person. Clerk's newer session tokens carry it as `o.id`.
 */
export function workspaceOf(person: string, claims: Readonly<Record<string, unknown>>): string {
  return textOf(claims["org_id"]) ?? organizationOf(claims["o"]) ?? person;
}

function organizationOf(claim: unknown): string | null {
  if (typeof claim !== "object" || claim === null) return null;
  return "id" in claim ? textOf(claim["id"]) : null;
}

function textOf(claim: unknown): string | null {
  return typeof claim === "string" && claim !== "" ? claim : null;
}

/** Names a person in a workspace. */
export function senderKey(workspaceId: string, userId: string): string {
  return `${workspaceId}:${userId}`;
}
