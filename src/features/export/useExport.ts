import { useConvex } from "convex/react";
import { useEffect, useRef, useState } from "react";
import { dayKeyOf } from "@domain/days";
import type { ExportName } from "@domain/exports";
import { reportFault, toAppError } from "@/lib/appErrors";
import { connectionState } from "@/lib/connection/connectionState";
import { downloadFile } from "@/lib/downloadFile";
import { readExport } from "./readExport";

interface Running {
  readonly name: ExportName;
  readonly rows: number;
}

/** Downloads one file at a time. */
export function useExport() {
  const convex = useConvex();
  const [running, setRunning] = useState<Running | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const current = useRef<AbortController | null>(null);
  const cancel = () => {
    current.current?.abort();
    setRunning(null);
  };
  useEffect(() => () => current.current?.abort(), []);

  const start = async (name: ExportName) => {
    if (connectionState() === "offline") {
      setFailure("This needs a connection. Try again when the signal is back.");
      return;
    }
    const stop = new AbortController();
    current.current = stop;
    setFailure(null);
    setRunning({ name, rows: 0 });
    try {
      const file = await readExport(convex, name, {
        signal: stop.signal,
        onRows: (rows) => setRunning({ name, rows }),
      });
      if (file === null || stop.signal.aborted) return;
      downloadFile(`${name}-${dayKeyOf(Date.now())}.csv`, file);
    } catch (error) {
      reportFault(error);
      if (stop.signal.aborted) return;
      setFailure(failureText(error));
    }
    setRunning(null);
  };

  return { running, failure, start, cancel };
}

function failureText(error: unknown): string {
  const { code, message } = toAppError(error);
  return code === "UNEXPECTED"
    ? "The file could not be made. Try again."
    : message;
}
