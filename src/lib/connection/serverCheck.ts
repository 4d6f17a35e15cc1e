const LIMIT_MS = 3000;

/**
 * Whether the server answers a small request within 3 s.
 *
 * One machine: `/api/health` of the server of this page. Hosted: Convex's
 * `/version`, which has another origin and sends no CORS headers: the page
 * learns only that there was a response.
 */
export async function serverAnswers(convexUrl: string): Promise<boolean> {
  const isOwnServer = new URL(convexUrl).origin === window.location.origin;
  try {
    const response = await fetch(isOwnServer ? "/api/health" : new URL("/version", convexUrl), {
      mode: isOwnServer ? "same-origin" : "no-cors",
      cache: "no-store",
      credentials: "omit",
      signal: AbortSignal.timeout(LIMIT_MS),
    });
    return response.type === "opaque" || (await isHealthReport(response));
  } catch {
    // No network, no answer within the limit, or no JSON.
    return false;
  }
}

/**
 * A reverse proxy also answers while the server is down, and a public hotspot
 * answers every request. A server that is "unwell" (503) does answer.
 */
async function isHealthReport(response: Response): Promise<boolean> {
  const body = (await response.json()) as { readonly status?: unknown };
  return body.status === "ok" || body.status === "unwell";
}
