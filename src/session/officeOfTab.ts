/** The office of a tab, in which it stays while another tab opens another one. Clerk has one for all tabs. */

const KEY = "downspout.office";

export interface KeptOffice {
  readonly userId: string;
  readonly officeId: string;
  readonly name: string;
}

/** What the page knows of a person's offices. */
export interface OfficeFacts {
  readonly userId: string;
  /** The ids of the offices that Clerk lists for the person; null while Clerk has not answered with a list. */
  readonly officeIds: readonly string[] | null;
  /** The office that this tab shows or, in a new tab, that the device showed last. */
  readonly shown: {
    readonly inTab: string | null;
    readonly onDevice: string | null;
  };
  /** Clerk's active organization. */
  readonly active: string | null;
  /** Whether Clerk demands an organization, and the person has chosen none. */
  readonly mustChoose: boolean;
}

export interface OfficeOfTab {
  /** The workspace: the office or, without one, the person. */
  readonly id: string;
  /** `removed`: the person is no longer in the office. `none`: Clerk demands an office, and the person has none. */
  readonly state: "open" | "removed" | "none";
}

export function officeOfTab({
  userId,
  officeIds,
  shown: { inTab, onDevice },
  active,
  mustChoose,
}: OfficeFacts): OfficeOfTab {
  const last = inTab ?? onDevice;
  if (officeIds === null) return { id: last ?? active ?? userId, state: "open" };
  const isLost = last !== null && last !== userId && !officeIds.includes(last);
  if (isLost) return { id: last, state: "removed" };
  if (inTab !== null && inTab !== userId) return { id: inTab, state: "open" };
  return { id: active ?? userId, state: mustChoose ? "none" : "open" };
}

export function readOfficeOfTab(): KeptOffice | null {
  try {
    const { userId, officeId, name } = JSON.parse(sessionStorage.getItem(KEY) ?? "{}") as Partial<
      Record<keyof KeptOffice, unknown>
    >;
    const isWhole =
      typeof userId === "string" && typeof officeId === "string" && typeof name === "string";
    return isWhole ? { userId, officeId, name } : null;
  } catch {
    // Storage is blocked, or its text is not JSON.
    return null;
  }
}

export function keepOfficeOfTab(kept: KeptOffice): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // Storage is blocked: after a reload, the tab opens Clerk's active office.
  }
}
