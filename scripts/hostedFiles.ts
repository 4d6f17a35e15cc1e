/**
 * What a static host needs beside the hosted client: the build writes `_headers` and `_redirects` (Netlify, Cloudflare
 * Pages) and `vercel.json` into its folder.
 */
import type { Plugin } from "vite";
import { hostedHeaders, type HostedOrigins } from "../server/http/headers.ts";

const IMMUTABLE = "public, max-age=31536000, immutable";

type Variables = Readonly<Record<string, string | undefined>>;

export function hostedFiles(variables: Variables): Plugin {
  return {
    name: "hosted-files",
    apply: "build",
    // The page is in the bundle once Vite's own plugins have run.
    enforce: "post",
    async generateBundle(_options, bundle) {
      const page = bundle["index.html"];
      if (page?.type !== "asset") return;
      const origins = await originsOf(variables);
      const headers = hostedHeaders(page.source.toString(), origins);
      for (const [fileName, source] of filesFor(headers))
        this.emitFile({ type: "asset", fileName, source });
    },
  };
}

/** @throws Error if a setting is missing or malformed */
export async function originsOf(variables: Variables): Promise<HostedOrigins> {
  const { parsePublishableKey } = await import("@clerk/shared/keys");
  const key = parsePublishableKey(variables.VITE_CLERK_PUBLISHABLE_KEY?.trim());
  if (key === null)
    throw new Error(
      "VITE_CLERK_PUBLISHABLE_KEY is not a publishable key of Clerk. Copy all of it.",
    );
  const convex = originsIn(`${variables.VITE_CONVEX_URL},${variables.VITE_CONVEX_CELLS ?? ""}`);
  const ofCloud = convex.filter((origin) => origin.endsWith(".convex.cloud"));
  const convexSites = new Set([
    ...ofCloud.map((origin) => origin.replace(/cloud$/, "site")),
    ...originsIn(variables.VITE_CONVEX_SITE_URL),
  ]);
  if (convexSites.size < convex.length)
    throw new Error(
      "VITE_CONVEX_SITE_URL is needed, because VITE_CONVEX_URL does not end in .convex.cloud: the address of the deployment's HTTP actions, to which photos are sent. Each deployment needs one.",
    );
  return {
    clerk: `https://${key.frontendApi}`,
    convex,
    convexSites: [...convexSites],
  };
}

/** The origins of a setting's addresses, which commas separate. */
function originsIn(setting = ""): string[] {
  const addresses = setting.split(/[\s,]+/).filter((text) => text !== "");
  return [...new Set(addresses.map((address) => new URL(address).origin))];
}

function filesFor(headers: Readonly<Record<string, string>>) {
  const lines = Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`);
  return [
    ["_headers", ["/*", ...lines, "/assets/*", `  Cache-Control: ${IMMUTABLE}`, ""].join("\n")],
    ["_redirects", "/* /index.html 200\n"],
    ["vercel.json", `${JSON.stringify(vercelConfig(headers), null, 2)}\n`],
  ] as const;
}

/** A missing file in `assets` gets 404; every other path without a file gets the page. */
function vercelConfig(headers: Readonly<Record<string, string>>) {
  const listed = Object.entries(headers).map(([key, value]) => ({
    key,
    value,
  }));
  return {
    headers: [
      { source: "/(.*)", headers: listed },
      {
        source: "/assets/(.*)",
        headers: [{ key: "Cache-Control", value: IMMUTABLE }],
      },
    ],
    rewrites: [{ source: "/((?!assets/).*)", destination: "/index.html" }],
  };
}
