import { useEffect, useState } from "react";
import { toFormError } from "@/session/accountsApi";
import { getTeam, type Team } from "@/session/teamApi";
import { showToast } from "@/lib/toasts";

export interface Act {
  /** The button that it belongs to. */
  readonly id: string;
  /** What happens, as the toast says it. */
  readonly done: string;
  /** To whom or what. */
  readonly name: string;
  readonly run: () => Promise<void>;
}

/** The people of the workspace, and what was done to them last. */
export function useTeam() {
  const { team, hasFailed, reload } = useLoadedTeam();
  const [failure, setFailure] = useState<string | null>(null);
  const [busyId, setBusyId] = useState<string | null>(null);

  const act = async ({ id, done, name, run }: Act) => {
    if (busyId !== null) return;
    setBusyId(id);
    setFailure(null);
    try {
      await run();
      showToast("success", done, { description: name });
    } catch (error) {
      setFailure(toFormError(error).message);
    } finally {
      setBusyId(null);
      // Also after a failure: a teammate may have done it first.
      reload();
    }
  };

  return { team, hasFailed, failure, busyId, act, reload };
}

/** The team as it was loaded last, also after a later attempt has failed. */
function useLoadedTeam() {
  const [team, setTeam] = useState<Team | null>(null);
  const [hasFailed, setHasFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    let isCurrent = true;
    getTeam().then(
      (loaded) => {
        if (!isCurrent) return;
        setTeam(loaded);
        setHasFailed(false);
      },
      () => isCurrent && setHasFailed(true),
    );
    return () => {
      isCurrent = false;
    };
  }, [attempt]);

  return { team, hasFailed, reload: () => setAttempt((count) => count + 1) };
}
