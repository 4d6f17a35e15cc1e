import { readFileSync } from "node:fs";
import { ClerkKeys } from "./clerkKeys";
import { CLERK_HOST } from "./clerkStub";
import { Downspout } from "./downspout";
import { StaticHost } from "./staticHost";

/** The backend URL in the built client, replaced when the backend listens and its port is known. */
export const BUILT_FOR = "https://backend.downspout.test";
export const CLIENT_FOLDER = ".cache/hosted-client";

/** Hosted mode: the client on a static host, and a separate backend that trusts Clerk's tokens. */
export class HostedDeployment {
  private constructor(
    readonly keys: ClerkKeys,
    readonly backend: Downspout,
    private readonly host: StaticHost,
  ) {}

  static async open(settings: Readonly<Record<string, string>> = {}) {
    const keys = await ClerkKeys.open();
    let backendUrl = "";
    const host = await StaticHost.open({
      folder: CLIENT_FOLDER,
      headers: () => documentedHeaders(backendUrl),
      rewrite: (text) => text.replaceAll(BUILT_FOR, backendUrl),
    });
    const backend = await Downspout.start({
      CLERK_JWT_ISSUER_DOMAIN: keys.issuer,
      PUBLIC_URL: host.url,
      ...settings,
    });
    backendUrl = backend.url;
    return new HostedDeployment(keys, backend, host);
  }

  get url() {
    return this.host.url;
  }

  async close() {
    await this.backend.remove();
    await this.host.close();
    await this.keys.close();
  }
}

/** The headers that docs/hosting.md documents, with the hosts of this test. */
function documentedHeaders(backendUrl: string): Record<string, string> {
  const text = readFileSync("docs/hosting.md", "utf8");
  const block = /```http\n([^`]+)```/.exec(text)?.[1];
  if (block === undefined) throw new Error("docs/hosting.md names no headers.");
  const backend = new URL(backendUrl).host;
  const filled = block
    .replaceAll(/(http|ws)s:\/\/CONVEX_(?:SITE_)?HOST/g, `$1://${backend}`)
    .replaceAll("CLERK_HOST", CLERK_HOST);
  return Object.fromEntries(
    filled
      .trim()
      .split("\n")
      .map((line) => line.trim().split(/: (.*)/) as [string, string]),
  );
}
