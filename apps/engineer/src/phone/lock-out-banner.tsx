import { type ComponentType, lazy, Suspense } from "react";
import { Banner } from "../ui/banner.tsx";
import { strings } from "./unlock-strings.ts";

/** What formats times is not part of the first load. Without its file the form still appears again. */
const LockOutTime = lazy(async (): Promise<{ default: ComponentType<{ endsOn: string }> }> => {
  const module = await import("./lock-out-time.tsx").catch(() => null);
  return { default: module?.LockOutTime ?? (() => null) };
});

/** Says that too many PINs or passwords were wrong. `endsOn`: when the form appears again. */
export function LockOutBanner({ endsOn }: { endsOn: string }) {
  return (
    <Banner tone="danger" alert>
      <p>{strings().locked}</p>
      <Suspense>
        <LockOutTime endsOn={endsOn} />
      </Suspense>
    </Banner>
  );
}
