import { useEffect, useRef, useState } from "react";
import { useHistoryImage } from "./history-image.ts";

/** Returns an object URL of the image. It is fetched when the element of `ref` comes into view, to spare long lists. */
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
