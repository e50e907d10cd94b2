import { Banner } from "../ui/banner.tsx";
import { formatTime } from "./times.ts";
import { strings } from "./unlock-strings.ts";

/** Says that too many PINs or passwords were wrong. `endsOn`: when the form appears again. */
export function LockOutBanner({ endsOn }: { endsOn: string }) {
  return (
    <Banner tone="danger" alert>
      <p>{strings().locked}</p>
      <p>{strings().lockedUntil(formatTime(endsOn))}</p>
    </Banner>
  );
}
