import { Progress } from "../../../ui/loading.tsx";
import { strings } from "../strings.ts";
import type { PhotoAdder } from "./add-photos.ts";

/** Shows how many of the chosen photos have been added while the app processes them. */
export function AddingPhotos({ progress }: { progress: NonNullable<PhotoAdder["progress"]> }) {
  const { done, total } = progress;
  // The photo that is being added does not count as done.
  return <Progress label={strings().photos.adding(done, total)} done={done - 1} total={total} />;
}
