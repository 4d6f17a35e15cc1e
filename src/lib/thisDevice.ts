/** Phones are narrower than this on their shorter side, in CSS pixels. */
const PHONE_WIDTH = 600;

/** The device's name for the person: "this phone", or "this device" for any other. */
export function thisDevice(first: "this" | "This" = "this"): string {
  const isPhone =
    window.matchMedia("(pointer: coarse)").matches &&
    Math.min(screen.width, screen.height) < PHONE_WIDTH;
  return `${first} ${isPhone ? "phone" : "device"}`;
}

/** An iPad calls itself a Mac. */
export function isAppleDevice(): boolean {
  return /iPhone|iPad|iPod|Macintosh/.test(navigator.userAgent);
}
