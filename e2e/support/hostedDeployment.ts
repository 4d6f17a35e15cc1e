import { readFileSync } from "node:fs";
import { ClerkKeys } from "./clerkKeys";
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
    /** The static host, and its origin as browsers reach it. */
    private readonly page: { readonly host: StaticHost; readonly url: string },
  ) {}

  /** Browsers reach a server under the address that `route` gives for its own. */
  static async open(
    settings: Readonly<Record<string, string>> = {},
    route = (url: string) => Promise.resolve(url),
  ) {
    const keys = await ClerkKeys.open();
    let backendUrl = "";
    const host = await StaticHost.open({
      folder: CLIENT_FOLDER,
      headers: () => builtHeaders(backendUrl),
      rewrite: (text) => text.replaceAll(BUILT_FOR, backendUrl),
    });
    const url = await route(host.url);
    const backend = await Downspout.start({
      CLERK_JWT_ISSUER_DOMAIN: keys.issuer,
      PUBLIC_URL: url,
      ...settings,
    });
    backendUrl = await route(backend.url);
    return new HostedDeployment(keys, backend, { host, url });
  }

  get url() {
    return this.page.url;
  }

  async close() {
    await this.backend.remove();
    await this.page.host.close();
    await this.keys.close();
  }
}

/** The headers that the build wrote for the static host, with the address of this backend. */
function builtHeaders(backendUrl: string): Record<string, string> {
  const text = readFileSync(`${CLIENT_FOLDER}/_headers`, "utf8");
  const [block = ""] = text.split("\n/assets/*");
  const socketUrl = backendUrl.replace(/^http/, "ws");
  return Object.fromEntries(
    [...block.matchAll(/^ {2}([\w-]+): (.*)$/gm)].map(
      ([, name = "", value = ""]) => [
        name,
        value
          .replaceAll(BUILT_FOR, backendUrl)
          .replaceAll(BUILT_FOR.replace(/^http/, "ws"), socketUrl),
      ],
    ),
  );
}
