import type { PhotosState } from "@fieldfare/forms";
import { useFilling } from "../features/job/forms/filling/context.ts";
import type { QuestionProps } from "../features/job/forms/filling/question-props.ts";
import { Button } from "../ui/button.tsx";
import { FieldGroup } from "../ui/field-group.tsx";
import { strings } from "./strings.ts";

let photoCount = 0;

/** An id that no other example of this page has. */
function nextImageId(): string {
  photoCount += 1;
  return `0193b3f0-0000-7000-8000-${String(photoCount).padStart(12, "0")}`;
}

/** Stands for photos in a preview, which opens no camera: each example counts as a photo. */
export function ExamplePhotos({ question, ...field }: QuestionProps<PhotosState>) {
  const { session } = useFilling();
  const { path, imageIds, max } = question;
  const text = strings();
  return (
    <FieldGroup name={field.name} label={field.label} error={field.error}>
      {imageIds.map((imageId, index) => (
        <Button
          key={imageId}
          icon="trash"
          label={text.removePhoto(index + 1)}
          onClick={() => session.removePhoto(path, imageId)}
        >
          {text.examplePhoto(index + 1)}
        </Button>
      ))}
      {imageIds.length < max && (
        <Button icon="camera" onClick={() => session.addPhoto(path, nextImageId())}>
          {text.addPhoto}
        </Button>
      )}
    </FieldGroup>
  );
}
