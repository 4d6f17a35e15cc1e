import fc from "fast-check";
import { expect } from "vitest";
import { aDevice, read } from "./offlineDevice";
import { stepBesideOffice } from "./offlineSteps";

/** Random changes on a device and on the server: the device shows the same before, between and after the answers. */
export async function showsWhatTheServerStores(numRuns: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(
      fc.boolean(),
      fc.array(stepBesideOffice, { minLength: 1, maxLength: 14 }),
      async (hasCopy, steps) => {
        const device = await aDevice({ hasCopy });
        for (const act of steps) await act(device);
        const shown = read(device.shown());
        const expectSame = () => expect(read(device.shown())).toEqual(shown);
        const onApplied = async () => {
          await device.look();
          expectSame();
        };
        while (await device.send({ isAnswered: true, onApplied })) expectSame();
        await device.look();
        expect(read(device.jobs)).toEqual(shown);
        expectSame();
      },
    ),
    { numRuns },
  );
}
