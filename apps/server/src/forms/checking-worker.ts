import { parentPort } from "node:worker_threads";
import { type Answers, checkAnswers, type FormBundle } from "@fieldfare/forms";

interface CheckRequest {
  readonly bundle: FormBundle;
  readonly answers: Answers;
  readonly today: string;
}

/** Checks one form after the other. */
parentPort?.on("message", ({ bundle, answers, today }: CheckRequest) => {
  parentPort?.postMessage(checkAnswers(bundle, answers, today));
});
