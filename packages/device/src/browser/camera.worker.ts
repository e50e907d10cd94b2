import { shrinkPhoto } from "../camera/shrink.ts";
import { answerCalls } from "./answer-calls.ts";

answerCalls(
  ({ file }: { file: Blob }) => shrinkPhoto(file),
  (photo) => (photo.ok ? [photo.value.bytes] : []),
);
