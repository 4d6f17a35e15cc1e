import { useEffect, useState } from "react";
import { useDayCopies } from "@/offline/days/DayCopyProvider";

type Urls = ReadonlyMap<string, string>;

const NONE: Urls = new Map();

/** Object URLs of the thumbnails that this device has, by file id. */
export function useCopiedPictures(ids: readonly string[]): Urls {
  const { copy, picture } = useDayCopies();
  const [urls, setUrls] = useState(NONE);
  const key = copy ? ids.join(" ") : "";

  useEffect(() => {
    if (key === "") return;
    let isCurrent = true;
    const made = new Map<string, string>();
    const open = async (id: string) => {
      const blob = await picture(id);
      if (isCurrent && blob) made.set(id, URL.createObjectURL(blob));
    };
    void Promise.all(key.split(" ").map(open)).then(() => {
      if (isCurrent) setUrls(made);
    });
    return () => {
      isCurrent = false;
      for (const url of made.values()) URL.revokeObjectURL(url);
    };
  }, [key, picture]);
  return key === "" ? NONE : urls;
}
