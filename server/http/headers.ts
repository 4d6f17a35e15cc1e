/** The headers that keep a browser from doing more with our pages than they need. Pure. */
import { createHash } from "node:crypto";

/** On every answer, whatever it is. Routes may set stricter ones of their own. */
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
 * What a page may load and run: only what this server gives it, and of scripts in the page itself only those it was built with.
 * Styles may stand in the page, since the primitives set positions that way. The websocket is named, since not every browser in
 * use takes 'self' to mean it.
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

/** The answers that are no pages load nothing at all. */
export const NO_PAGE_POLICY = "default-src 'none'; frame-ancestors 'none'";

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
