import type { ConvexReactClient } from "convex/react";
import { showToast } from "@/lib/toasts";
import { PhotoClient } from "./PhotoClient";
import type { FailedPhoto } from "@/offline/device/photoRow";

const clients = new WeakMap<ConvexReactClient, PhotoClient>();
const visibleSubjects: string[] = [];

/** One photo client per page, so that closing a dialog does not stop uploads. */
export function photoClientOf(convex: ConvexReactClient): PhotoClient {
  const existing = clients.get(convex);
  if (existing) return existing;
  const client = new PhotoClient(convex, showFailure);
  clients.set(convex, client);
  return client;
}

/** Marks the photos of a job as visible: their failures are then shown at the photo, without a toast. */
export function markVisible(key: string): () => void {
  visibleSubjects.push(key);
  return () => {
    visibleSubjects.splice(visibleSubjects.indexOf(key), 1);
  };
}

function showFailure({ subject, name, message }: FailedPhoto): void {
  if (visibleSubjects.includes(subject.key)) return;
  showToast("error", "Upload failed", {
    description: failureSentence(name, message),
    duration: 10_000,
    closeButton: true,
  });
}

/** Prefixes the file name, unless the message contains it. */
export function failureSentence(name: string, message: string): string {
  return message.includes(name) ? message : `${name}: ${message}`;
}
