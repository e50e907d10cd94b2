import { lazy, Suspense } from "react";
import { LoadingIndicator } from "./loading.tsx";
import type { FieldProps } from "./field.tsx";

const Pad = lazy(() =>
  import("./signature-canvas.tsx").then((module) => ({ default: module.SignatureCanvas })),
);

/** A signature as a PNG data URL of at most 100 KB, or null while there is none. */
export function SignaturePad(props: FieldProps<string | null>) {
  return (
    <Suspense fallback={<LoadingIndicator active />}>
      <Pad {...props} />
    </Suspense>
  );
}
