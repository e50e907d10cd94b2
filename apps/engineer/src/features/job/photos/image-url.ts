import { readImageBytes } from "@fieldfare/device";
import { useEffect, useState } from "react";
import { useDevice } from "../../../phone/device.tsx";

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

/** Reads the bytes of an image once, since they never change. Null until they are read. */
export function useStoredBytes(imageId: string): ArrayBuffer | null {
  const device = useDevice();
  const [bytes, setBytes] = useState<ArrayBuffer | null>(null);
  useEffect(() => {
    let isActive = true;
    void readImageBytes(device, imageId)
      .catch(() => null)
      .then((found) => {
        if (isActive) setBytes(found);
      });
    return () => {
      isActive = false;
    };
  }, [device, imageId]);
  return bytes;
}
