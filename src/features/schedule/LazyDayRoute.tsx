import { lazyDialog, lazyPart } from "@/components/lazyPart";
import type { RouteDialogProps } from "./RouteDialog";
import type { RouteLinkProps } from "./RouteLink";

/** Without its code there is no link: the dialog, which says that it was not loaded, opens the same route. */
export const LazyRouteLink = lazyPart<RouteLinkProps>(
  async () => (await import("./RouteLink")).RouteLink,
  { Loading: () => null, Failed: () => null },
);

export const LazyRouteDialog = lazyDialog<RouteDialogProps>(
  async () => (await import("./RouteDialog")).RouteDialog,
);
