import { ConvexReactClient } from "convex/react";
import { convexLogger } from "./convexLogger";
import { LineMonitor } from "./LineMonitor";

export function createConvexClient(url: string): ConvexReactClient {
  const line = new LineMonitor(url);
  const client = new ConvexReactClient(url, {
    authRefreshTokenLeewaySeconds: 2,
    logger: convexLogger,
    // The first token is fresh. Replacing it would rerun every query.
    initialAuthTokenReuse: true,
    webSocketConstructor: line.webSocketConstructor(),
    // beforeUnloadWarning does not ask for changes that the device keeps.
    unsavedChangesWarning: false,
    skipConvexDeploymentUrlCheck: true,
  });
  line.watch(client);
  return client;
}
