import { useState } from "react";
import { DialogFrame, DialogPanel } from "@/components/ui/Dialog";
import { LoadingData } from "@/components/ui/LoadingData";
import { useJobLines } from "@/offline/useJobLines";
import { useOfficeSettings } from "@/offline/useOfficeSettings";
import type { Customer, Job } from "@/job/jobForm";
import { EstimateOffice } from "./EstimateOffice";
import { EstimatePanel } from "./EstimatePanel";
import type { Typed } from "./useEstimate";
import { useLastEstimate } from "./useLastEstimate";

interface EstimateDialogProps {
  readonly job: Job;
  readonly customer: Customer | null;
  readonly onClose: () => void;
}

const NOTHING_TYPED: Typed = {};

/** The estimate for the customer of a job: its content, and the ways to hand it out. */
export function EstimateDialog(props: EstimateDialogProps) {
  const { job, onClose } = props;
  const lines = useJobLines(job)?.lines;
  const settings = useOfficeSettings();
  const last = useLastEstimate(job);
  const [isOffice, setIsOffice] = useState(false);
  const [typed, setTyped] = useState(NOTHING_TYPED);
  const [kept, setKept] = useState(NOTHING_TYPED);
  const [isHanded, setIsHanded] = useState(false);
  const isLoaded = lines && settings && last;
  return (
    <DialogFrame size="large">
      {!isLoaded && (
        <DialogPanel title="Estimate" onClose={onClose}>
          <div className="flex min-h-40 items-center justify-center">
            <LoadingData what="What this job is made of" />
          </div>
        </DialogPanel>
      )}
      {isLoaded && isOffice && (
        <EstimateOffice {...{ settings }} onLeave={() => setIsOffice(false)} />
      )}
      {isLoaded && !isOffice && (
        <EstimatePanel
          {...{ ...props, lines, settings, last, typed, isHanded }}
          isKept={typed === kept}
          onType={setTyped}
          onKeep={(note) => {
            setKept(typed);
            if (note === "estimate") setIsHanded(true);
          }}
          onOffice={() => setIsOffice(true)}
        />
      )}
    </DialogFrame>
  );
}
