import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { transitionFrames } from "../../src/protocol/codec";
import { serverMessage } from "../../src/protocol/messages";

describe("transitionFrames", () => {
  it("splits a long one into chunks that join to the same text, also within a surrogate pair", () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: "binary", maxLength: 60 }), {
          maxLength: 4,
        }),
        fc.integer({ min: 1, max: 50 }),
        (parts, maxLength) => {
          const text = parts.join("");
          const frames = [...transitionFrames(parts, "7", maxLength)];
          if (text.length <= maxLength) {
            expect(frames).toEqual([text]);
            return;
          }
          const chunks = frames.map((frame) => {
            const message = serverMessage.parse(JSON.parse(frame));
            if (message.type !== "TransitionChunk") throw new Error(message.type);
            return message;
          });
          expect(chunks.map(({ chunk }) => chunk).join("")).toBe(text);
          expect(Math.max(...chunks.map(({ chunk }) => chunk.length))).toBeLessThanOrEqual(
            maxLength,
          );
          expect(chunks.map(({ partNumber }) => partNumber)).toEqual([...chunks.keys()]);
          expect(new Set(chunks.map(({ totalParts }) => totalParts))).toEqual(
            new Set([chunks.length]),
          );
        },
      ),
    );
  });
});
