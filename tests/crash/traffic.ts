/** The sockets of the clients, counting what goes over them. What the clients do is the real client's own. */
import { WebSocket } from "ws";
import type { Moments } from "./moments";

export interface Traffic {
  mutations: number;
  /** Of these, how many went out a second time, after a reconnect, and how often in all. */
  sentAgain: number;
  repetitions: number;
  answers: number;
  connections: number;
}

export function noTraffic(): Traffic {
  return {
    mutations: 0,
    sentAgain: 0,
    repetitions: 0,
    answers: 0,
    connections: 0,
  };
}

/** For one client, which is one session: its requests are told apart by their numbers. */
export function countingSocket(
  traffic: Traffic,
  moments: Moments,
): typeof globalThis.WebSocket {
  const timesSent = new Map<number, number>();
  class CountingSocket extends WebSocket {
    constructor(address: string) {
      super(address);
      this.on("open", () => (traffic.connections += 1));
      this.on("message", (text: Buffer) => {
        if (!isMutationResponse(text)) return;
        traffic.answers += 1;
        moments.tell("answered");
      });
    }

    override send(text: string): void {
      super.send(text);
      const message = JSON.parse(text) as { type: string; requestId: number };
      if (message.type !== "Mutation") return;
      const times = (timesSent.get(message.requestId) ?? 0) + 1;
      timesSent.set(message.requestId, times);
      if (times === 1) traffic.mutations += 1;
      else traffic.repetitions += 1;
      if (times === 2) traffic.sentAgain += 1;
      moments.tell("sent");
    }
  }
  return CountingSocket as unknown as typeof globalThis.WebSocket;
}

/** Told by its beginning: a transition may be long, and is of no interest here. */
function isMutationResponse(text: Buffer): boolean {
  return text
    .subarray(0, 200)
    .toString("latin1")
    .includes('"type":"MutationResponse"');
}
