import { createFileRoute } from "@tanstack/react-router";
import { JobsScreen } from "@/features/jobs/JobsScreen";

export const Route = createFileRoute("/_gated/jobs")({ component: JobsScreen });
