import { ScreenErrorPanel } from "@/components/ChunkLoadErrorPanel";
import { lazyPart } from "@/components/lazyPart";
import { LoadingPage } from "@/components/LoadingPage";
import type { WeekScreenProps } from "./week/WeekScreen";

export const LazyWeekScreen = lazyPart<WeekScreenProps>(
  async () => (await import("./week/WeekScreen")).WeekScreen,
  { Loading: LoadingPage, Failed: ScreenErrorPanel },
);
