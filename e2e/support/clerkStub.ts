import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { BrowserContext, Route } from "@playwright/test";
import { environmentJson } from "./clerkEnvironment";
import type { ClerkKeys } from "./clerkKeys";
import {
  PEOPLE,
  type Organization,
  type Person,
  emailIdOf,
  organizationListJson,
  publicUserJson,
  roleOf,
  userJson,
} from "./clerkPeople";

/** clerk-js recognizes a development instance by this form of host. */
const CLERK_HOST = "stub-app-12.clerk.accounts.dev";
export const PUBLISHABLE_KEY = `pk_test_${Buffer.from(`${CLERK_HOST}$`).toString("base64")}`;

/** The folder with Clerk's packages, which e2e/hosted/client.setup.ts installs. */
const CLERK_TOOL = "tools/clerk";
const SCRIPT = /^\/npm\/@clerk\/(clerk-js|ui)@[^/]+\/dist\/([\w.-]+)$/;
/** The form field that Clerk names in the answer with such a code. */
const FIELD_OF_CODE: Readonly<Record<string, string>> = {
  form_identifier_not_found: "identifier",
  form_password_incorrect: "password",
};
const PIXEL = Buffer.from("R0lGODlhAQABAAAAACwAAAAAAQABAAA=", "base64");

interface StubResponse {
  readonly status: number;
  readonly json: unknown;
}

interface StubRequest {
  readonly method: string;
  readonly path: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** The part of Clerk's frontend API that the unmodified clerk-js calls. One for all windows of a test. */
export class ClerkStub {
  /** Requests that the stub does not support. They fail the test. */
  readonly unsupported: string[] = [];
  /** Tokens issued for the backend, oldest first. */
  readonly tokens: string[] = [];
  isReachable = true;
  hasTemplate = true;
  /** The backends that the public metadata of organizations name. */
  readonly deployments = new Map<string, string>();
  /** Clerk's default. */
  tokenLifetimeSeconds = 60;
  /** The organization that the session gets, whichever one a tab asks for. */
  onlyOrganization: Organization | null = null;
  /** Awaited before Clerk's scripts are served. */
  beforeScripts: () => Promise<void> = () => Promise.resolve();
  readonly #clients: StubClient[] = [];
  readonly #removed = new Set<string>();
  /** Awaited before a token is issued. */
  beforeToken: () => Promise<void> = () => Promise.resolve();

  constructor(readonly keys: ClerkKeys) {}

  /** Serves Clerk to one browser context, which has its own client and session. */
  async attach(context: BrowserContext, pageOrigin: string) {
    const client = new StubClient(this, pageOrigin);
    this.#clients.push(client);
    await context.route(`https://${CLERK_HOST}/**`, (route) => this.#respond(route, client));
    await context.route("https://img.clerk.com/**", (route) =>
      route.fulfill({ contentType: "image/gif", body: PIXEL }),
    );
    return client;
  }

  /** Ends every session, as an administrator does in Clerk's dashboard. */
  revokeSessions() {
    for (const client of this.#clients) client.revokeSession();
  }

  /** Removes the person from the organization, as its admin does in Clerk's profile of it. */
  removeMember(person: Person, organization: Organization) {
    this.#removed.add(`${person.id} ${organization.id}`);
    for (const client of this.#clients) client.leaveOrganization(organization);
  }

  /** The person, in the organizations of which they are still a member. */
  memberOf(person: Person): Person {
    const organizations = person.organizations.filter(
      ({ id }) => !this.#removed.has(`${person.id} ${id}`),
    );
    return { ...person, organizations };
  }

  async #respond(route: Route, client: StubClient) {
    if (!this.isReachable) return route.abort("connectionrefused");
    const request = route.request();
    const url = new URL(request.url());
    const headers = {
      "access-control-allow-origin": request.headers().origin ?? "*",
      "access-control-allow-credentials": "true",
    };
    const [, bundle, file] = SCRIPT.exec(url.pathname) ?? [];
    if (bundle && file) {
      await this.beforeScripts();
      const body = readFileSync(join(CLERK_TOOL, "node_modules/@clerk", bundle, "dist", file));
      return route.fulfill({
        headers,
        contentType: "application/javascript",
        body,
      });
    }
    const { status, json } = await client.respond({
      method: url.searchParams.get("_method") ?? request.method(),
      path: url.pathname,
      fields: Object.fromEntries(new URLSearchParams(request.postData() ?? "")),
    });
    return route.fulfill({ status, headers, json });
  }
}

class StubClient {
  #signIn: { readonly person: Person; isDone: boolean } | null = null;
  #session: { readonly person: Person; organizationId: string | null } | null = null;

  constructor(
    private readonly stub: ClerkStub,
    private readonly pageOrigin: string,
  ) {}

  revokeSession() {
    this.#session = null;
  }

  leaveOrganization({ id }: Organization) {
    if (this.#session?.organizationId === id) this.#session.organizationId = null;
  }

  async respond(request: StubRequest): Promise<StubResponse> {
    const { method, path, fields } = request;
    const [, kind, action] =
      /^\/v1\/client\/(sign_ins|sessions)(?:\/[\w]+)?\/?(.*)$/.exec(path) ?? [];
    switch (`${method} ${kind === undefined ? path : `${kind} ${action}`.trim()}`) {
      case "GET /v1/environment":
      case "PATCH /v1/environment":
        return { status: 200, json: environmentJson(this.pageOrigin) };
      case "POST /v1/dev_browser":
        return { status: 200, json: { id: "dvb_stub" } };
      case "GET /v1/client":
        return this.#withClient(this.#clientJson());
      case "POST sign_ins":
        return this.#beginSignIn(fields);
      case "POST sign_ins attempt_first_factor":
        return this.#tryPassword(fields.password);
      case "POST sessions touch":
        return this.#touch(fields);
      case "POST sessions tokens":
        return this.#token({ sid: "sess_stub" }, 60);
      case "POST sessions tokens/convex":
        return this.#templateToken();
      case "DELETE sessions":
        return this.#end();
      default: {
        const person = this.#session && this.stub.memberOf(this.#session.person);
        const list = method === "GET" && organizationListJson(path, person ?? undefined);
        if (list) return this.#withClient(list);
        this.stub.unsupported.push(`${method} ${path}`);
        return failure(404, "unsupported_by_stub", `${method} ${path}`);
      }
    }
  }

  #beginSignIn({ identifier, password }: StubRequest["fields"]): StubResponse {
    const person = PEOPLE.find(({ email }) => email === identifier);
    if (!person) {
      return failure(422, "form_identifier_not_found", "Couldn't find your account.");
    }
    this.#signIn = { person, isDone: false };
    return password === undefined
      ? this.#withClient(this.#signInJson())
      : this.#tryPassword(password);
  }

  #tryPassword(password: string | undefined): StubResponse {
    const signIn = this.#signIn;
    if (!signIn || password !== signIn.person.password) {
      const sentence = "Password is incorrect. Try again, or use another method.";
      return failure(422, "form_password_incorrect", sentence);
    }
    signIn.isDone = true;
    const [organization] = this.stub.memberOf(signIn.person).organizations;
    this.#session = {
      person: signIn.person,
      organizationId: organization?.id ?? null,
    };
    const response = this.#withClient(this.#signInJson());
    this.#signIn = null;
    return response;
  }

  #touch(fields: StubRequest["fields"]): StubResponse {
    if (!this.#session) return failure(401, "authentication_invalid", "Unable to authenticate");
    const chosen = fields.active_organization_id;
    if (chosen && !this.#isMember(chosen))
      return failure(
        404,
        "organization_not_found_or_unauthorized",
        "Given organization not found, or you don't have permission to access it.",
      );
    if (chosen !== undefined)
      this.#session.organizationId = this.stub.onlyOrganization?.id ?? (chosen || null);
    return this.#withClient(this.#sessionJson());
  }

  #isMember(organizationId: string): boolean {
    const { organizations } = this.stub.memberOf(this.#session!.person);
    return organizations.some(({ id }) => id === organizationId);
  }

  async #templateToken(): Promise<StubResponse> {
    await this.stub.beforeToken();
    if (!this.stub.hasTemplate) {
      return failure(404, "resource_not_found", "No JWT template exists with name: convex");
    }
    const session = this.#session;
    // The claims of the JWT template in docs/hosting.md.
    const claims = {
      aud: "convex",
      name: session && `${session.person.firstName} ${session.person.lastName}`,
      email: session?.person.email,
      org_id: session?.organizationId ?? null,
      org_role: session?.organizationId ? roleOf(session.person) : null,
      deployment: this.stub.deployments.get(session?.organizationId ?? ""),
    };
    const response = this.#token(claims, this.stub.tokenLifetimeSeconds);
    const { jwt } = response.json as { jwt?: string };
    if (jwt !== undefined) this.stub.tokens.push(jwt);
    return response;
  }

  #token(claims: object, lifetimeSeconds: number): StubResponse {
    if (!this.#session) return failure(401, "authentication_invalid", "Unable to authenticate");
    const jwt = this.stub.keys.sign({ sub: this.#session.person.id, ...claims }, lifetimeSeconds);
    return { status: 200, json: { object: "token", jwt } };
  }

  #end(): StubResponse {
    this.#session = null;
    this.#signIn = null;
    return this.#withClient(this.#clientJson());
  }

  #withClient(response: unknown): StubResponse {
    return { status: 200, json: { response, client: this.#clientJson() } };
  }

  #clientJson() {
    const now = Date.now();
    return {
      object: "client",
      id: "client_stub",
      sessions: this.#session ? [this.#sessionJson()] : [],
      sign_in: this.#signIn ? this.#signInJson() : null,
      sign_up: null,
      last_active_session_id: this.#session ? "sess_stub" : null,
      last_authentication_strategy: null,
      cookie_expires_at: null,
      created_at: now,
      updated_at: now,
    };
  }

  #sessionJson() {
    const { organizationId } = this.#session!;
    const person = this.stub.memberOf(this.#session!.person);
    // The setting "membership required" of docs/hosting.md.
    const mustChoose = organizationId === null;
    const now = Date.now();
    return {
      object: "session",
      id: "sess_stub",
      status: mustChoose ? "pending" : "active",
      factor_verification_age: [0, -1],
      expire_at: now + 604_800_000,
      abandon_at: now + 2_592_000_000,
      last_active_at: now,
      last_active_token: this.#token({ sid: "sess_stub" }, 60).json,
      last_active_organization_id: organizationId,
      actor: null,
      tasks: mustChoose ? [{ key: "choose-organization" }] : null,
      user: userJson(person),
      public_user_data: publicUserJson(person),
      created_at: now,
      updated_at: now,
    };
  }

  #signInJson() {
    const { person, isDone } = this.#signIn!;
    const address = {
      email_address_id: emailIdOf(person),
      safe_identifier: person.email,
    };
    return {
      object: "sign_in_attempt",
      id: "sia_stub",
      status: isDone ? "complete" : "needs_first_factor",
      supported_identifiers: ["email_address"],
      supported_first_factors: [
        { strategy: "password" },
        { strategy: "email_code", primary: true, ...address },
      ],
      supported_second_factors: null,
      first_factor_verification: null,
      second_factor_verification: null,
      identifier: person.email,
      user_data: publicUserJson(person),
      created_session_id: isDone ? "sess_stub" : null,
    };
  }
}

function failure(status: number, code: string, sentence: string): StubResponse {
  const field = FIELD_OF_CODE[code];
  const error = {
    code,
    message: sentence,
    long_message: sentence,
    meta: field === undefined ? {} : { param_name: field },
  };
  return { status, json: { errors: [error], clerk_trace_id: "stub" } };
}
