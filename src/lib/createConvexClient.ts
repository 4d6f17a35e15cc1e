import { ConvexReactClient } from "convex/react";
import { WatchedWebSocket } from "./WatchedWebSocket";

export function createConvexClient(url: string): ConvexReactClient {
  return new ConvexReactClient(url, {
    authRefreshTokenLeewaySeconds: 2,
    // The first token is fresh. Replacing it would rerun every query.
    initialAuthTokenReuse: true,
    webSocketConstructor: WatchedWebSocket,
    // beforeUnloadWarning also covers unsent requests and uploads.
    unsavedChangesWarning: false,
    skipConvexDeploymentUrlCheck: true,
  });
}
