/** People of a running server: they sign up over HTTP as a browser does, and fetch tokens for their clients. */
import { eventually } from "../../packages/embedded-convex/tests/support/eventually";

export interface Person {
  /** The subject of the person's tokens. */
  readonly id: string;
  readonly cookie: string;
  /** A fresh token; where the server is away for a moment, when it is back. */
  readonly fetchToken: () => Promise<string>;
}

export function askToSignUp(url: string, email: string): Promise<Response> {
  return fetch(`${url}/api/auth/sign-up/email`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: url },
    body: JSON.stringify({
      name: "Ada",
      email,
      password: "correct horse battery",
    }),
  });
}

/** Makes an account. */
export async function signUp(
  url: string,
  email = "ada@example.com",
): Promise<Person> {
  const answer = await askToSignUp(url, email);
  if (!answer.ok) throw new Error(await answer.text());
  const cookie = answer.headers
    .getSetCookie()
    .map((one) => one.split(";")[0])
    .join("; ");
  const { user } = (await answer.json()) as { user: { id: string } };
  return { id: user.id, cookie, fetchToken: () => tokenFor(url, cookie) };
}

function tokenFor(url: string, cookie: string): Promise<string> {
  const ask = async () => {
    const answer = await fetch(`${url}/api/auth/token`, {
      headers: { cookie },
    }).catch(() => null);
    if (answer?.ok !== true) return null;
    return ((await answer.json()) as { token: string }).token;
  };
  // Patient, and seldom: a server that starts needs the processor more.
  return eventually(ask, 120_000, 100);
}
