import { afterEach, expect, it, vi } from "vitest";
import { randomUuid } from "@/lib/randomUuid";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

afterEach(() => vi.unstubAllGlobals());

it("makes a UUID where the browser has randomUUID", () => {
  expect(randomUuid()).toMatch(UUID);
});

it("makes a UUID over plain http, where the browser has only getRandomValues", () => {
  const { crypto } = globalThis;
  vi.stubGlobal("crypto", {
    getRandomValues: (bytes: Uint8Array<ArrayBuffer>) => crypto.getRandomValues(bytes),
  });
  const made = Array.from({ length: 200 }, randomUuid);
  expect(new Set(made).size).toBe(200);
  for (const uuid of made) expect(uuid).toMatch(UUID);
});
