import { useEffect, useRef, useState } from "react";
import { useHistoryImage } from "./history-image.ts";

/** The address of an image's bytes, fetched once the element of `ref` comes into view: on a long list not all at once. */
export function useThumbnail(documentId: string) {
  const ref = useRef<HTMLSpanElement>(null);
  const [isInView, setInView] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        setInView(true);
        observer.disconnect();
      },
      { rootMargin: "200px" },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const { url } = useHistoryImage(documentId, isInView);
  return { ref, url };
}
