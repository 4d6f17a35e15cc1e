import { readFileSync } from "node:fs";
import { ClerkKeys } from "./clerkKeys";
import { Downspout } from "./downspout";
import { StaticHost } from "./staticHost";

/** The backend URL in the built client, replaced when the backend listens and its port is known. */
export const BUILT_FOR = "https://backend.downspout.test";
/** The same of a second backend, in which an operator keeps some offices. */
export const CELL_BUILT_FOR = "https://cell.downspout.test";
export const CLIENT_FOLDER = ".cache/hosted-client";

/** Hosted mode: the client on a static host, and a separate backend that trusts Clerk's tokens. */
export class HostedDeployment {
  private constructor(
    readonly keys: ClerkKeys,
    readonly backend: Downspout,
    /** The static host, its origin as browsers reach it, and the second backend, if there is one. */
    private readonly parts: {
      readonly host: StaticHost;
      readonly url: string;
      readonly cell: Downspout | null;
    },
  ) {}

  /** Browsers reach a server under the address that `route` gives for its own. */
  static async open(
    settings: Readonly<Record<string, string>> = {},
    route = (url: string) => Promise.resolve(url),
    hasCell = false,
  ) {
    const keys = await ClerkKeys.open();
    const urls = new Map<string, string>();
    const rewrite = (text: string) => {
      let rewritten = text;
      for (const [builtFor, address] of urls) rewritten = rewritten.replaceAll(builtFor, address);
      return rewritten;
    };
    const host = await StaticHost.open({
      folder: CLIENT_FOLDER,
      headers: () => builtHeaders(rewrite),
      rewrite,
    });
    const url = await route(host.url);
    const start = async (builtFor: string) => {
      const backend = await Downspout.start({
        CLERK_JWT_ISSUER_DOMAIN: keys.issuer,
        PUBLIC_URL: url,
        ...settings,
      });
      const address = await route(backend.url);
      urls.set(builtFor, address);
      urls.set(socketOf(builtFor), socketOf(address));
      return backend;
    };
    const backend = await start(BUILT_FOR);
    const cell = hasCell ? await start(CELL_BUILT_FOR) : null;
    return new HostedDeployment(keys, backend, { host, url, cell });
  }

  get url() {
    return this.parts.url;
  }

  get cell(): Downspout {
    const { cell } = this.parts;
    if (cell === null) throw new Error("This deployment has one backend.");
    return cell;
  }

  async close() {
    await this.backend.remove();
    await this.parts.cell?.remove();
    await this.parts.host.close();
    await this.keys.close();
  }
}

const socketOf = (address: string) => address.replace(/^http/, "ws");

/** The headers that the build wrote for the static host, with the addresses of the backends. */
function builtHeaders(rewrite: (text: string) => string): Record<string, string> {
  const text = readFileSync(`${CLIENT_FOLDER}/_headers`, "utf8");
  const [block = ""] = text.split("\n/assets/*");
  return Object.fromEntries(
    [...rewrite(block).matchAll(/^ {2}([\w-]+): (.*)$/gm)].map(([, name = "", value = ""]) => [
      name,
      value,
    ]),
  );
}
