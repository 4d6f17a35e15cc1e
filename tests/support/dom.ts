import "@testing-library/jest-dom/vitest";
import { cleanup, configure } from "@testing-library/react";
import { afterEach } from "vitest";
import { printPageOnce, speedUpLabels, speedUpStyles } from "./fasterDom";

// A lazily loaded screen, or a form typed letter by letter, may wait for a busy machine.
configure({ asyncUtilTimeout: 30_000 });

afterEach(cleanup);

printPageOnce();
if ("window" in globalThis) {
  speedUpStyles();
  speedUpLabels();
}

// jsdom has no media queries: none matches.
if ("window" in globalThis && !("matchMedia" in window))
  Object.assign(window, {
    matchMedia: (media: string) => ({
      media,
      matches: false,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }),
  });

// Sonner's toasts begin at opacity 0, for a frame or, on a busy machine, longer. Without its styles they are visible.
if ("MutationObserver" in globalThis)
  new MutationObserver((records) => {
    for (const { addedNodes } of records)
      for (const node of addedNodes)
        if (node.textContent?.includes("[data-sonner-toast]")) node.parentNode?.removeChild(node);
  }).observe(document.head, { childList: true });

// jsdom has no layout, and nothing that observes it.
if (!("ResizeObserver" in globalThis))
  Object.assign(globalThis, {
    ResizeObserver: class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  });

// jsdom has no pointer capture, which a pressed toast asks for.
if ("Element" in globalThis && !("setPointerCapture" in Element.prototype))
  Object.assign(Element.prototype, { setPointerCapture: () => undefined });

// jsdom's Blob has no other way to read it.
if (!("arrayBuffer" in Blob.prototype))
  Object.assign(Blob.prototype, {
    arrayBuffer(this: Blob) {
      return new Promise((resolve, reject) => {
        const reader = new FileReader();
        reader.addEventListener("load", () => resolve(reader.result));
        reader.addEventListener("error", () => reject(new Error("unreadable")));
        reader.readAsArrayBuffer(this);
      });
    },
  });
