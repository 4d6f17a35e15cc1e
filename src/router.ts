import {
  createRouter,
  stringifySearchWith,
  type RouterHistory,
} from "@tanstack/react-router";
import { LoadingPage } from "@/components/LoadingPage";
import { NotFound } from "@/components/NotFound";
import { RouteError } from "@/components/RouteError";
import { routeTree } from "./routeTree.gen";

/** A test brings a history of its own. */
export function createAppRouter(history?: RouterHistory) {
  return createRouter({
    routeTree,
    ...(history && { history }),
    // Every parameter is text: "180" is a color number, not a quantity. The
    // router's own reading makes a number of it, whatever its parser says.
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
