import { Progress } from "../../../ui/loading.tsx";
import { strings } from "../strings.ts";
import type { Intake } from "./intake.ts";

export function AddingPhotos({ progress }: { progress: NonNullable<Intake["progress"]> }) {
  const { done, total } = progress;
  // The one that is being added is not done yet.
  return <Progress label={strings().photos.adding(done, total)} done={done - 1} total={total} />;
}
