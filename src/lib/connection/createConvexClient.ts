import { convexLogger } from "./convexLogger";
import { LineMonitor } from "./LineMonitor";
import { SenderClient } from "./SenderClient";

export function createConvexClient(url: string): SenderClient {
  const line = new LineMonitor(url);
  const client = new SenderClient(url, {
    authRefreshTokenLeewaySeconds: 2,
    logger: convexLogger,
    // The first token is fresh. Replacing it would rerun every query.
    initialAuthTokenReuse: true,
    webSocketConstructor: line.webSocketConstructor(),
    // beforeUnloadWarning asks instead, and only for changes that the device does not keep.
    unsavedChangesWarning: false,
    skipConvexDeploymentUrlCheck: true,
  });
  line.watch(client);
  return client;
}
