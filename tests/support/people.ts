/** Accounts over HTTP, created as a browser creates them. */
import { eventually } from "../../packages/embedded-convex/tests/support/eventually";

export const PASSWORD = "correct horse battery";

export interface Reply {
  readonly status: number;
  /** The JSON of the response. */
  readonly body: Record<string, unknown> & {
    code?: string;
    message?: string;
    token?: string;
    path?: string;
    user?: Record<string, unknown>;
  };
  readonly headers: Headers;
}

/** Keeps its cookies. Paths are below `/api/auth/`. */
export interface Browser {
  readonly cookies: Map<string, string>;
  get(path: string, headers?: Record<string, string>): Promise<Reply>;
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>;
}

export interface Person {
  /** The subject of the person's tokens. */
  readonly id: string;
  readonly cookie: string;
  /** Fetches a token. Retries while the server does not respond. */
  readonly fetchToken: () => Promise<string>;
}

export async function signUp(url: string, email = "ada@example.com"): Promise<Person> {
  const browser = browserAt(url);
  return personOf(url, browser, await createAccount(browser, { email }));
}

export async function signIn(url: string, email: string): Promise<Person> {
  const browser = browserAt(url);
  const body = { email, password: PASSWORD };
  return personOf(url, browser, await browser.post("sign-in/email", body));
}

/** Leaves the browser signed in, if the server accepts. */
export function createAccount(
  browser: Browser,
  account: {
    readonly email: string;
    readonly name?: string;
    readonly password?: string;
    readonly inviteCode?: string | undefined;
  },
): Promise<Reply> {
  const defaults = { name: "Ada", password: PASSWORD };
  return browser.post("sign-up/email", { ...defaults, ...account });
}

function personOf(url: string, browser: Browser, reply: Reply): Person {
  const { status, body } = reply;
  if (status !== 200) throw new Error(JSON.stringify(body));
  const cookie = cookieHeader(browser.cookies);
  return {
    id: String(body.user?.id),
    cookie,
    fetchToken: () => tokenFor(url, cookie),
  };
}

function tokenFor(url: string, cookie: string): Promise<string> {
  const attempt = async () => {
    const response = await fetch(`${url}/api/auth/token`, {
      headers: { cookie },
    }).catch(() => null);
    if (response?.ok !== true) return null;
    return ((await response.json()) as { token: string }).token;
  };
  // A long limit and interval: a server that starts needs the processor.
  return eventually(attempt, 120_000, 100);
}

export function browserAt(origin: string): Browser {
  const cookies = new Map<string, string>();
  async function send(path: string, init: RequestInit): Promise<Reply> {
    const response = await fetch(`${origin}/api/auth/${path}`, {
      ...init,
      headers: {
        ...(cookies.size === 0 ? {} : { cookie: cookieHeader(cookies) }),
        ...(init.headers as Record<string, string>),
      },
    });
    for (const line of response.headers.getSetCookie()) {
      const [pair = "", ...attributes] = line.split(";");
      const at = pair.indexOf("=");
      const isDeleted = attributes.some((one) => one.trim() === "Max-Age=0");
      if (isDeleted) cookies.delete(pair.slice(0, at));
      else cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    const body = (await response.json()) as Reply["body"];
    return { status: response.status, body, headers: response.headers };
  }
  return {
    cookies,
    get: (path, headers = {}) => send(path, { headers }),
    post: (path, body = {}, headers = {}) =>
      send(path, {
        method: "POST",
        body: JSON.stringify(body),
        headers: { "content-type": "application/json", origin, ...headers },
      }),
  };
}

function cookieHeader(cookies: ReadonlyMap<string, string>): string {
  return [...cookies].map((pair) => pair.join("=")).join("; ");
}
