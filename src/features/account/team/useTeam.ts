import { useEffect, useState } from "react";
import { toFormError } from "@/session/accountsApi";
import { getTeam, type Team } from "@/session/teamApi";
import { showToast } from "@/lib/toasts";

export interface Act {
  /** The id of the button that starts the action. */
  readonly id: string;
  /** The title of the toast, such as "Invitation withdrawn". */
  readonly done: string;
  /** The name of the person or the invitation. */
  readonly name: string;
  readonly run: () => Promise<void>;
}

/** The people of the workspace, and the actions on them. */
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
      // Reloads after a failure too: a teammate may have done the same first.
      reload();
    }
  };

  return { team, hasFailed, failure, busyId, act, reload };
}

/** The last loaded team, which stays after a failed reload. */
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
