import type { BrowserContext } from "@playwright/test";
import { HostedDeployment } from "./hostedDeployment";
import { test as hostedTest } from "./hostedTest";
import { Line } from "./line";
import { test, testOnFreshServer } from "./test";

export interface LineFixtures {
  /**
   * The line between the browser and the server, GOOD at first: `await
   * line.become("DEAD")`. Add the context of a further window with
   * `line.addContext`.
   */
  readonly line: Line;
}

const fixtures = {
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures from this pattern.
  line: async ({}, use: (line: Line) => Promise<void>) => {
    const line = new Line();
    await use(line);
    await line.close();
  },
  context: async (
    { context, line }: LineFixtures & { context: BrowserContext },
    use: (context: BrowserContext) => Promise<void>,
  ) => {
    await line.addContext(context);
    await use(context);
  },
};

/** Tests over a line: `baseURL` leads through it. */
export const lineTest = test.extend<LineFixtures>({
  ...fixtures,
  baseURL: async ({ sharedServers, line }, use) =>
    use(await line.through(await sharedServers.urlForOneTest())),
});

export const lineTestOnFreshServer = testOnFreshServer.extend<LineFixtures>({
  ...fixtures,
  baseURL: async ({ downspout, line }, use) => use(await line.through(downspout.url)),
});

/** The page and its backend over one line. Clerk is not behind it: set `clerk.isReachable` with it. */
export const hostedLineTest = hostedTest.extend<LineFixtures>({
  ...fixtures,
  deployment: async ({ line }, use) => {
    const deployment = await HostedDeployment.open({}, (url) => line.through(url));
    await use(deployment);
    await deployment.close();
  },
  openHosted: async ({ openHosted, line }, use) =>
    use(async () => {
      const page = await openHosted();
      await line.addContext(page.context());
      return page;
    }),
});
