import fc from "fast-check";
import { expect } from "vitest";
import { api } from "@convex/_generated/api";
import { aDevice, read } from "./offlineDevice";
import { step } from "./offlineSteps";

/** Random changes on a device: sending them later gives what sending each at once gives. */
export async function sendsWhatWasPut(numRuns: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 14 }), async (steps) => {
      const device = await aDevice({ hasCopy: false, hasTwin: true });
      for (const act of steps) await act(device);
      while (await device.send({ isAnswered: true }));
      await device.look();
      const twin = await device.twin?.query(api.jobs.getAll, {});
      expect(read(device.jobs)).toEqual(read(twin ?? []));
      for (const response of device.responses)
        expect([{}, ...device.twinResponses]).toContainEqual(response);
    }),
    { numRuns },
  );
}
