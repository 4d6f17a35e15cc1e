/** Websockets for the real clients that count their messages. */
import { WebSocket } from "ws";
import type { TrafficEvents } from "./trafficEvents";

export interface Traffic {
  mutations: number;
  /** The mutations that were sent again after a reconnect. */
  resent: number;
  answers: number;
  connections: number;
}

export function noTraffic(): Traffic {
  return {
    mutations: 0,
    resent: 0,
    answers: 0,
    connections: 0,
  };
}

/** For one client, in whose session request ids are unique. */
export function countingSocket(
  traffic: Traffic,
  events: TrafficEvents,
): typeof globalThis.WebSocket {
  const timesSent = new Map<number, number>();
  class CountingSocket extends WebSocket {
    constructor(address: string) {
      super(address);
      this.on("open", () => (traffic.connections += 1));
      this.on("message", (text: Buffer) => {
        if (!isMutationResponse(text)) return;
        traffic.answers += 1;
        events.emit("answered");
      });
    }

    override send(text: string): void {
      super.send(text);
      const message = JSON.parse(text) as { type: string; requestId: number };
      if (message.type !== "Mutation") return;
      const times = (timesSent.get(message.requestId) ?? 0) + 1;
      timesSent.set(message.requestId, times);
      if (times === 1) traffic.mutations += 1;
      if (times === 2) traffic.resent += 1;
      events.emit("sent");
    }
  }
  return CountingSocket as unknown as typeof globalThis.WebSocket;
}

/** Reads the beginning only, because a Transition may be long. */
function isMutationResponse(text: Buffer): boolean {
  return text.subarray(0, 200).toString("latin1").includes('"type":"MutationResponse"');
}
