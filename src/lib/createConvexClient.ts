import { ConvexReactClient } from "convex/react";
import { WatchedWebSocket } from "./WatchedWebSocket";

export function createConvexClient(url: string): ConvexReactClient {
  return new ConvexReactClient(url, {
    authRefreshTokenLeewaySeconds: 2,
    // The first token is fresh; a second one would run every query again.
    initialAuthTokenReuse: true,
    webSocketConstructor: WatchedWebSocket,
    // Ours also counts what was not sent yet, and uploads.
    unsavedChangesWarning: false,
    skipConvexDeploymentUrlCheck: true,
  });
}
