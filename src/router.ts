import { createRouter, stringifySearchWith, type RouterHistory } from "@tanstack/react-router";
import { LoadingPage } from "@/components/LoadingPage";
import { NotFound } from "@/components/NotFound";
import { RouteError } from "@/features/account/RouteError";
import { routeTree } from "./routeTree.gen";

/** Tests pass a memory history. */
export function createAppRouter(history?: RouterHistory) {
  return createRouter({
    routeTree,
    ...(history && { history }),
    // Search parameters stay strings: "180" is a color number. The router's
    // default parser would turn it into a number.
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: stringifySearchWith(String),
    scrollRestoration: true,
    defaultPreload: "intent",
    defaultPreloadDelay: 50,
    defaultPendingMs: 1000,
    defaultPendingMinMs: 500,
    defaultPendingComponent: LoadingPage,
    defaultNotFoundComponent: NotFound,
    defaultErrorComponent: RouteError,
  });
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
