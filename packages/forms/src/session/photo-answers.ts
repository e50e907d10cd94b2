import type { Question } from "survey-core";
import { isAnswers } from "../definition/definition.ts";
import { setAnswer } from "../library/survey-adapter.ts";

/** A photo in an answer. Its bytes are stored with the images of the job. */
interface PhotoAnswer {
  readonly imageId: string;
  readonly name: string;
  readonly type: "image/jpeg";
  readonly content: string;
}

/** Returns what an answer stores of a photo; `content` is the id, where the library would have the bytes. */
export function buildPhotoAnswer(imageId: string): PhotoAnswer {
  return { imageId, name: `${imageId}.jpg`, type: "image/jpeg", content: imageId };
}

/** Adds photos to the answer of a question. */
export function addPhotos(question: Question, imageIds: readonly string[]): void {
  setAnswer(question, [...readPhotoAnswers(question.value), ...imageIds.map(buildPhotoAnswer)]);
}

/** Returns the photos of an answer as they are stored: earlier builds may have stored more of them. */
export function readPhotoAnswers(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Whether an entry of a photo answer is the image with this id. */
export function isPhotoOf(photo: unknown, imageId: string): boolean {
  return isAnswers(photo) && photo["imageId"] === imageId;
}
