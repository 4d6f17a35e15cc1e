import { afterEach, expect, it, vi } from "vitest";
import { thisDevice } from "@/lib/thisDevice";

afterEach(() => vi.unstubAllGlobals());

it.each([
  { device: "a phone", touch: true, size: [390, 844], name: "this phone" },
  {
    device: "a phone held across",
    touch: true,
    size: [844, 390],
    name: "this phone",
  },
  { device: "a tablet", touch: true, size: [820, 1180], name: "this device" },
  {
    device: "a narrow window of a desktop",
    touch: false,
    size: [500, 500],
    name: "this device",
  },
])("calls $device $name", ({ touch, size: [width, height], name }) => {
  vi.stubGlobal("matchMedia", () => ({ matches: touch }));
  vi.stubGlobal("screen", { width, height });
  expect(thisDevice()).toBe(name);
  expect(thisDevice("This")).toBe(name.replace("this", "This"));
});

it("thisDevice.ts is the only file that names the device", () => {
  const sources = import.meta.glob<string>("../../../../src/**/*.{ts,tsx}", {
    query: "?raw",
    import: "default",
    eager: true,
  });
  const named = Object.entries(sources)
    .filter(([path]) => !path.endsWith("/thisDevice.ts"))
    // Comments may.
    .filter(([, code]) => code.split("\n").some((line) => /^[^*]*\bthis phone\b/i.test(line)))
    .map(([path]) => path);
  expect(named).toEqual([]);
});
