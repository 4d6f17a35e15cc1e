import "./styles.css";
import { CatchBoundary, RouterProvider } from "@tanstack/react-router";
import { lazy, StrictMode, Suspense } from "react";
import { createRoot } from "react-dom/client";
import { ErrorPanel } from "@/components/ErrorPanel";
import { LoadingPage } from "@/components/LoadingPage";
import { BackendProvider } from "@/BackendProvider";
import { readEnv } from "@/lib/env";
import { ThemeProvider } from "@/lib/ThemeProvider";
import { labelChunkLoadErrors } from "@/lib/chunkLoadError";
import { savePageFiles } from "@/lib/pageFiles";
import { captureInstallPrompt, runWhenIdle } from "@/lib/pageStart";
import { activateWaitingVersion } from "@/lib/waitingWorker";
import { createAppRouter } from "./router";

/** Shows every card, row, dialog and notice in each of its states. Not in the build, where DEV is false. */
const StatesPage =
  import.meta.env.DEV && window.location.pathname === "/dev/states"
    ? lazy(() => import("@/dev/StatesPage"))
    : null;

const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no #root.");

labelChunkLoadErrors();
const hasInstallPrompt = captureInstallPrompt();

void activateWaitingVersion().then((isNewVersion) => {
  if (isNewVersion) return window.location.reload();
  render(root);
  runWhenIdle(() => {
    const savingFiles = savePageFiles();
    const load = () => import("@/lib/afterStart");
    load()
      // The connection was lost. Once the device has all files, it can load this one.
      .catch(() => savingFiles.then(load))
      .then(({ afterStart }) => afterStart(hasInstallPrompt(), savingFiles))
      // If this fails, as without a connection, the next start tries again.
      .catch(() => undefined);
  });
});

function render(container: HTMLElement) {
  const router = createAppRouter();
  createRoot(container).render(
    <StrictMode>
      <ThemeProvider>
        <CatchBoundary getResetKey={() => ""} errorComponent={StartError}>
          <BackendProvider
            env={readEnv(import.meta.env, window.location.origin)}
            navigate={(href, { replace }) => void router.navigate({ href, replace })}
            fallback={<LoadingPage />}
          >
            {StatesPage ? (
              <Suspense fallback={<LoadingPage />}>
                <StatesPage />
              </Suspense>
            ) : (
              <RouterProvider router={router} />
            )}
          </BackendProvider>
        </CatchBoundary>
      </ThemeProvider>
    </StrictMode>,
  );
}

/** Shown for errors outside of the router, above all if the code of the hosted sign-in could not be loaded. */
function StartError({ error }: { readonly error: unknown }) {
  return <ErrorPanel error={error} onRetry={() => window.location.reload()} />;
}
