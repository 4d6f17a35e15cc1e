import type { ComponentType } from "react";
import { Button } from "@/components/ui/Button";
import { lazyPart, type FailedProps } from "@/components/lazyPart";
import { LoadingData } from "@/components/ui/LoadingData";
import type { MaterialsProps } from "./Materials";

/** Loaded after the dialog has opened, together with the code that books a job again with its rows. */
export const LazyMaterials: ComponentType<MaterialsProps> = lazyPart(
  async () => {
    const [{ Materials }] = await Promise.all([import("./Materials"), import("@/job/linesOfLast")]);
    return Materials;
  },
  { Loading, Failed },
);

function Loading() {
  return <LoadingData what="The list of materials" className="h-9 touch:h-11" />;
}

function Failed({ onRetry }: FailedProps<MaterialsProps>) {
  return (
    <div className="flex flex-wrap items-center gap-3 text-sm">
      <p role="alert">The materials could not be loaded.</p>
      <Button size="small" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
