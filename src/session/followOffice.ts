/**
 * Opens the deployment that holds an office's rows, if an operator runs several (docs/hosted-operations.md). The token
 * for Convex names it, from the public metadata of Clerk's organization.
 */
import { isSameDeployment } from "@domain/calls/deployments";
import type { Env } from "@/lib/env";
import { hasOpenText, onNoOpenText } from "@/lib/pendingWork";
import { claimsOf } from "./decodeToken";
import { keepOfficeDeployment } from "./officeDeployment";

export interface Deployments extends Pick<Env, "convexUrl" | "cells"> {
  /** The URL of the deployment to which this page is connected. */
  readonly current: string;
}

const NOT_STORED =
  "This browser stores nothing for this page, so the page cannot open the server of your office. Allow it to, and reload the page.";

const unknownTo = (address: string) =>
  `The data of your office is at ${address}, which this page cannot open. An administrator adds it to VITE_CONVEX_CELLS and builds the client again.`;

export interface FollowOptions {
  readonly onUnreachable: (sentence: string) => void;
  readonly reload?: () => void;
}

/**
 * Resolves if the token is for the deployment of this page. Otherwise the page is reloaded for the other one, once no
 * form has unsaved text, or `onUnreachable` is called with the reason why it cannot be.
 */
export async function followOffice(
  token: string,
  { current, convexUrl, cells }: Deployments,
  { onUnreachable, reload = () => window.location.reload() }: FollowOptions,
): Promise<void> {
  const named = claimsOf(token)?.["deployment"];
  const address = typeof named === "string" && named !== "" ? named : convexUrl;
  if (isSameDeployment(address, current)) return;
  const url = [convexUrl, ...cells].find((one) => isSameDeployment(one, address));
  await untilNoOpenText();
  if (url === undefined) onUnreachable(unknownTo(address));
  else if (keepOfficeDeployment(url)) reload();
  else onUnreachable(NOT_STORED);
  // Never resolves: the token is for another deployment, and must not be sent to this one.
  await new Promise(() => undefined);
}

async function untilNoOpenText(): Promise<void> {
  if (!hasOpenText()) return;
  await new Promise<void>((resolve) => {
    const unsubscribe = onNoOpenText(() => {
      unsubscribe();
      resolve();
    });
  });
}
