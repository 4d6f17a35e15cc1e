import { vi } from "vitest";

type Answer = readonly [status: number, body: unknown, headers?: Readonly<Record<string, string>>];
/** "silent": the connection is open, and no answer comes. */
type Fault = "unreachable" | "silent";

/** A fake /api/auth: each call gets the next response set for its path; the last one repeats. */
export function fakeAccountsServer(answers: Record<string, Answer | readonly Answer[] | Fault>) {
  const calls: { path: string; body: unknown }[] = [];
  const counts = new Map<string, number>();
  const routes = { ...answers };

  const answer = (path: string): Answer | "silent" => {
    const set = routes[path.replace(/\?.*/, "")];
    if (set === undefined) throw new Error(`No answer is set for ${path}`);
    if (set === "silent") return set;
    if (set === "unreachable") throw new TypeError("Failed to fetch");
    if (typeof set[0] === "number") return set as Answer;
    const count = counts.get(path) ?? 0;
    counts.set(path, count + 1);
    const list = set as readonly Answer[];
    return list[Math.min(count, list.length - 1)]!;
  };

  vi.stubGlobal("fetch", (input: string, init?: RequestInit) => {
    const path = input.replace("/api/auth", "");
    const body: unknown = typeof init?.body === "string" ? JSON.parse(init.body) : undefined;
    calls.push({ path, body });
    return new Promise<Response>((resolve) => {
      const next = answer(path);
      if (next === "silent") return;
      const [status, json, headers = {}] = next;
      resolve(Response.json(json, { status, headers }));
    });
  });
  return {
    calls,
    set: (path: string, next: Answer | Fault) => (routes[path] = next),
  };
}

export const NOT_SIGNED_IN: Answer = [401, { code: "NOT_SIGNED_IN", message: "Sign in first." }];

/** The refusal of an address that has made too many requests. */
export const TOO_MANY_REQUESTS: Answer = [
  429,
  { code: "TooManyRequests", message: "Too many requests." },
  { "retry-after": "1" },
];

/** A token in the format of a real one. It is not verified here. */
export function tokenAnswer(
  name: string,
  { id = name, lifetimeSeconds = 900, workspaceId = undefined as string | undefined } = {},
): Answer {
  const claims = {
    sub: id,
    name,
    email: `${id}@example.com`,
    org_id: workspaceId,
    exp: Math.floor(Date.now() / 1000) + lifetimeSeconds,
  };
  const payload = Buffer.from(JSON.stringify(claims)).toString("base64url");
  return [200, { token: `header.${payload}.signature` }];
}
