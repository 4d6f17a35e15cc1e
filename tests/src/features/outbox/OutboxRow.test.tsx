import { act, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { RetryButton } from "@/features/outbox/OutboxRow";
import type { BadgeStatus } from "@/offline/outbox/SyncBadge";
import { setConnectionState } from "@/lib/connection/connectionState";

afterEach(() => act(() => setConnectionState("connecting")));

it.each([
  [true, "live", "Refused", true],
  [true, "live", "Sign in", false],
  [true, "offline", "Refused", false],
  [false, "offline", "Refused", true],
  [false, "live", "Sign in", true],
] as const)(
  "offers Retry only if it can succeed (sent: %s, %s, %s)",
  (isSent, connection, syncStatus: BadgeStatus, isOffered) => {
    act(() => setConnectionState(connection));
    render(
      <RetryButton
        action="Retry"
        name="front.jpg"
        onRetry={() => undefined}
        {...{ isSent, syncStatus }}
      />,
    );
    expect(screen.queryByRole("button") !== null).toBe(isOffered);
  },
);
