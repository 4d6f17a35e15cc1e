import { lineTestOnFreshServer } from "./lineTest";
import { Release } from "./release";
import { testOnFreshServer } from "./test";

interface ReleaseFixtures {
  /** The release that a server may be updated to: `await downspout.update(nextRelease.program)`. */
  readonly nextRelease: Release;
}

const fixtures = {
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures from this pattern.
  nextRelease: async ({}, use: (release: Release) => Promise<void>) => {
    const release = await Release.make();
    await use(release);
    await release.remove();
  },
};

export const releaseTest = testOnFreshServer.extend<ReleaseFixtures>(fixtures);

export const releaseLineTest = lineTestOnFreshServer.extend<ReleaseFixtures>(fixtures);
