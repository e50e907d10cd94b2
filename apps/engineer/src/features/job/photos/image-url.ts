import { useEffect, useState } from "react";

/** An address for an `img`, as long as the picture is shown; undefined where there is none. */
export function useImageUrl(bytes: ArrayBuffer | Uint8Array | null): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!bytes) return undefined;
    const copy = new Uint8Array(bytes);
    const type = copy[0] === 0x89 ? "image/png" : "image/jpeg";
    const objectUrl = URL.createObjectURL(new Blob([copy], { type }));
    setUrl(objectUrl);
    return () => URL.revokeObjectURL(objectUrl);
  }, [bytes]);
  return url;
}
