import { useEffect, useState } from "react";

/** Returns an object URL for the bytes of a PNG or JPEG while the component is mounted; undefined without bytes. */
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
