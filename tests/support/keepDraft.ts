import { openDraft, type NewJobDraft } from "@/job/newJobDraft";
import type { DeviceStore } from "@/offline/device/deviceStore";

/** Leaves a draft on the device, as a form that has ended. */
export async function keepDraft(store: DeviceStore, draft: NewJobDraft): Promise<void> {
  const writer = openDraft(store, {
    id: draft.id,
    onProblem: () => undefined,
  });
  writer.show({ draft });
  await writer.flush();
  writer.stop();
  await writer.flush();
}
