/** Security headers. Pure. */
import { createHash } from "node:crypto";

/** Sent with every response. Routes may set stricter ones. */
export function commonHeaders(publicUrl: string | undefined) {
  return {
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "x-frame-options": "DENY",
    "permissions-policy": "geolocation=(), microphone=(), payment=(), usb=()",
    ...(publicUrl?.startsWith("https:")
      ? { "strict-transport-security": "max-age=31536000" }
      : {}),
  };
}

/**
 * The Content-Security-Policy of the page: resources of this origin, and inline scripts by hash. Inline styles are
 * allowed, since UI components set positions with them. The WebSocket origin is explicit, since older Safari versions
 * do not include it in 'self'.
 */
export function pagePolicy(html: string, origin: string): string {
  const scripts = inlineScriptHashes(html).map((hash) => `'sha256-${hash}'`);
  const socketOrigin = origin.replace(/^http/, "ws");
  return [
    "default-src 'self'",
    ["script-src 'self'", ...scripts].join(" "),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    `connect-src 'self' blob: ${socketOrigin}`,
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
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
    .filter(
      ([, attributes = "", text = ""]) =>
        !/\bsrc\s*=/i.test(attributes) && text !== "",
    )
    .map(([, , text = ""]) =>
      createHash("sha256").update(text).digest("base64"),
    );
}
