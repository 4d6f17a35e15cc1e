import "./styles.css";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { LoadingPage } from "@/components/LoadingPage";
import { BackendProvider } from "@/lib/BackendProvider";
import { readEnv } from "@/lib/env";
import { ThemeProvider } from "@/lib/ThemeProvider";
import { labelChunkLoadErrors } from "@/lib/chunkLoadError";
import { createAppRouter } from "./router";

const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no #root.");

labelChunkLoadErrors();
const router = createAppRouter();

createRoot(root).render(
  <StrictMode>
    <ThemeProvider>
      <BackendProvider
        env={readEnv(import.meta.env, window.location.origin)}
        navigate={(href, { replace }) =>
          void router.navigate({ href, replace })
        }
        fallback={<LoadingPage />}
      >
        <RouterProvider router={router} />
      </BackendProvider>
    </ThemeProvider>
  </StrictMode>,
);
