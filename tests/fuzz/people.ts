/** Accounts on the server under attack, made as a browser makes them. */
export interface Person {
  readonly cookie: string;
  token(): Promise<string>;
  /** Null where the server is gone: for the real client, which bears no other failure. */
  tokenOrNone(): Promise<string | null>;
}

export async function signUp(url: string, name: string): Promise<Person> {
  const answer = await fetch(`${url}/api/auth/sign-up/email`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: url },
    body: JSON.stringify({
      name,
      email: `${name}@example.com`,
      password: "correct horse battery",
    }),
  });
  if (!answer.ok) throw new Error(`No account: ${await answer.text()}`);
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
  const token = async () => {
    const given = await fetch(`${url}/api/auth/token`, { headers: { cookie } });
    if (!given.ok) throw new Error(`No token: ${await given.text()}`);
    return ((await given.json()) as { token: string }).token;
  };
  return { cookie, token, tokenOrNone: () => token().catch(() => null) };
}
