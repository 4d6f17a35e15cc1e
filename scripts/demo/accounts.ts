/** Accounts of the demo's server, made over HTTP as the page makes them. */
import { randomBytes } from "node:crypto";

export interface Account {
  /** What the server set for a browser that is signed in: Set-Cookie headers. */
  readonly setCookies: readonly string[];
}

/** Creates an account with a password that nobody knows. */
export async function createAccount(
  url: string,
  person: { name: string; email: string; inviteCode?: string },
): Promise<Account> {
  const password = randomBytes(24).toString("base64url");
  const answer = await post(`${url}/api/auth/sign-up/email`, {
    body: { ...person, password },
  });
  return { setCookies: answer.headers.getSetCookie() };
}

/** Returns the code of an invitation. */
export async function invite(url: string, inviter: Account): Promise<string> {
  const answer = await post(`${url}/api/auth/invitations`, {
    body: {},
    account: inviter,
  });
  const { path } = (await answer.json()) as { path: string };
  const code = new URL(path, url).searchParams.get("invite");
  if (code === null) throw new Error(`${path} has no invitation.`);
  return code;
}

export async function tokenOf(url: string, account: Account): Promise<string> {
  const answer = await checked(
    await fetch(`${url}/api/auth/token`, { headers: headersOf(url, account) }),
  );
  return ((await answer.json()) as { token: string }).token;
}

async function post(
  url: string,
  { body, account }: { body: unknown; account?: Account },
): Promise<Response> {
  return await checked(
    await fetch(url, {
      method: "POST",
      headers: {
        ...headersOf(url, account),
        "content-type": "application/json",
      },
      body: JSON.stringify(body),
    }),
  );
}

function headersOf(url: string, account?: Account): Record<string, string> {
  const cookies = account?.setCookies.map((line) => line.split(";")[0]);
  return {
    origin: new URL(url).origin,
    ...(cookies && { cookie: cookies.join("; ") }),
  };
}

async function checked(answer: Response): Promise<Response> {
  if (!answer.ok) throw new Error(await answer.text());
  return answer;
}
