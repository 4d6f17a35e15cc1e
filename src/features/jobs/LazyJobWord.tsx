import { lazyPart } from "@/components/lazyPart";

/** Not part of the first load: a card is whole without it. */
export const LazyJobWord = lazyPart(
  async () => (await import("./JobWord")).JobWord,
  { Loading: () => null, Failed: () => null },
);
