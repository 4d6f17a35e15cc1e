import type { OtherTabs, TabMessage } from "./outboxParts";

/** The other tabs of this browser that have the same store open. */
export function createOtherTabs(name: string): OtherTabs {
  const channel = new BroadcastChannel(name);
  return {
    post: (message) => channel.postMessage(message),
    listen: (listener) => {
      const hear = ({ data }: MessageEvent<TabMessage>) => listener(data);
      channel.addEventListener("message", hear);
      // The channel stays open for posts: the response to a sent change may come later.
      return () => channel.removeEventListener("message", hear);
    },
  };
}
