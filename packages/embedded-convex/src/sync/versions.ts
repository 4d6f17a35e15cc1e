/** A version that the client names must follow its previous one: otherwise a message was lost. */
import { ProtocolError } from "../protocol/codec";
import type { Authenticate, ModifyQuerySet } from "../protocol/messages";

/** @throws ProtocolError */
export function expectIdentityVersion({ baseVersion }: Authenticate, current: number): void {
  if (baseVersion === current) return;
  throw new ProtocolError(
    `Authenticate is based on identity version ${baseVersion}, but the session is at ${current}.`,
  );
}

/** @throws ProtocolError */
export function expectQuerySetVersion(
  { baseVersion, newVersion }: ModifyQuerySet,
  current: number,
): void {
  if (baseVersion !== current) {
    throw new ProtocolError(
      `ModifyQuerySet is based on query set version ${baseVersion}, but the session is at ${current}.`,
    );
  }
  if (newVersion !== baseVersion + 1) {
    throw new ProtocolError(
      `ModifyQuerySet goes from query set version ${baseVersion} to ${newVersion}: versions follow each other by one.`,
    );
  }
}
