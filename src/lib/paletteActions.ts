import { useEffect, useEffectEvent } from "react";
import { SharedValue, useSharedValue } from "./SharedValue";

/** An action in the command palette, beside records and pages. */
export interface PaletteAction {
  /** If two actions have the same id, the palette offers the one of the screen. */
  readonly id: string;
  readonly label: string;
  /** Further words by which the palette finds the action. */
  readonly words?: string;
  readonly run: () => void;
}

const offered = new SharedValue<readonly PaletteAction[]>([]);
/** The action that was chosen on another page and runs when its screen offers it. */
let awaited: string | null = null;

/** Offers an action while the calling screen is mounted. */
export function usePaletteAction(action: PaletteAction): void {
  const { id, label, words = "" } = action;
  const run = useEffectEvent(action.run);
  useEffect(() => {
    const mine: PaletteAction = { id, label, words, run: () => run() };
    offered.set([...offered.get(), mine]);
    if (awaited === id) {
      awaited = null;
      run();
    }
    return () => offered.set(offered.get().filter((other) => other !== mine));
  }, [id, label, words]);
}

/** The actions that the mounted screens offer. */
export function usePaletteActions(): readonly PaletteAction[] {
  return useSharedValue(offered);
}

/** Runs the action, at once or when its screen offers it. False if no screen offers it yet. */
export function runPaletteAction(id: string): boolean {
  const action = offered.get().find((one) => one.id === id);
  awaited = action === undefined ? id : null;
  action?.run();
  return action !== undefined;
}
