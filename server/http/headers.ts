/** Security headers. Pure. */
import { createHash } from "node:crypto";

/** An office's pages belong in no search engine. */
const NO_INDEX = "noindex";

/** Sent with every response. Routes may set stricter ones. */
export function commonHeaders(publicUrl: string | undefined) {
  return {
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "x-frame-options": "DENY",
    "x-robots-tag": NO_INDEX,
    "permissions-policy": "geolocation=(), microphone=(), payment=(), usb=()",
    ...(publicUrl?.startsWith("https:") ? { "strict-transport-security": "max-age=31536000" } : {}),
  };
}

/**
 * The Content-Security-Policy of the page: resources of this origin, and inline scripts by hash. The WebSocket origin
 * is explicit, since older Safari versions do not include it in 'self'.
 */
export function pagePolicy(html: string, origin: string): string {
  return policy(html, { connect: [socketOrigin(origin)] });
}

/** Origins that the page reaches when it is hosted. */
export interface HostedOrigins {
  readonly clerk: string;
  readonly convex: readonly string[];
  /** The origins of HTTP actions, which receive uploads. */
  readonly convexSites: readonly string[];
}

const CLERK_IMAGES = "https://img.clerk.com";
/** Clerk's protection against bots. */
const BOT_CHALLENGES = "https://challenges.cloudflare.com";
const BOT_PROTECTION = "https://*.protect.clerk.com";

/** What the static host of a hosted client sends with every response. */
export function hostedHeaders(
  html: string,
  { clerk, convex, convexSites }: HostedOrigins,
): Readonly<Record<string, string>> {
  const contentSecurityPolicy = policy(html, {
    script: [clerk, BOT_CHALLENGES, BOT_PROTECTION],
    image: [...convex, CLERK_IMAGES],
    connect: [...convex, ...convex.map(socketOrigin), ...convexSites, clerk, `${BOT_PROTECTION}:*`],
    frame: [BOT_CHALLENGES, BOT_PROTECTION],
  });
  return {
    "Content-Security-Policy": contentSecurityPolicy,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "X-Frame-Options": "DENY",
    "X-Robots-Tag": NO_INDEX,
    "Permissions-Policy": "geolocation=(), microphone=(), payment=(), usb=()",
    "Strict-Transport-Security": "max-age=31536000",
  };
}

/** Origins beside the page's own, by what is loaded from them. */
interface PolicySources {
  readonly script?: readonly string[];
  readonly image?: readonly string[];
  readonly connect: readonly string[];
  readonly frame?: readonly string[];
}

/** Inline styles are allowed, since UI components set positions with them. */
function policy(
  html: string,
  { script = [], image = [], connect, frame = [] }: PolicySources,
): string {
  const hashes = inlineScriptHashes(html).map((hash) => `'sha256-${hash}'`);
  return [
    ["default-src 'self'"],
    ["script-src 'self'", ...hashes, ...script],
    ["style-src 'self' 'unsafe-inline'"],
    ["img-src 'self' data: blob:", ...image],
    ["font-src 'self' data:"],
    ["connect-src 'self' blob:", ...connect],
    ...(frame.length > 0 ? [["frame-src", ...frame]] : []),
    ["worker-src 'self' blob:"],
    ["object-src 'none'"],
    ["base-uri 'none'"],
    ["form-action 'self'"],
    ["frame-ancestors 'none'"],
  ]
    .map((directive) => directive.join(" "))
    .join("; ");
}

function socketOrigin(origin: string): string {
  return origin.replace(/^http/, "ws");
}

/** For responses that are not the page. */
export const NO_PAGE_POLICY = "default-src 'none'; frame-ancestors 'none'";

/**
 * A service worker has the policy that its script came with. Ours only fetches the client's files; requests that it
 * leaves to the browser keep the policy of the page.
 */
export const SERVICE_WORKER_POLICY =
  "default-src 'none'; connect-src 'self'; frame-ancestors 'none'";

function inlineScriptHashes(html: string): string[] {
  const scripts = html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/gi);
  return [...scripts]
    .filter(([, attributes = "", text = ""]) => !/\bsrc\s*=/i.test(attributes) && text !== "")
    .map(([, , text = ""]) => createHash("sha256").update(text).digest("base64"));
}
