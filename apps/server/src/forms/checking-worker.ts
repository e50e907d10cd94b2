import { parentPort } from "node:worker_threads";
import { type Answers, checkAnswers, type FormKit } from "@fieldfare/forms";

interface Asked {
  readonly kit: FormKit;
  readonly answers: Answers;
  readonly today: string;
}

/** Checks what it is sent, one form after the other. */
parentPort?.on("message", ({ kit, answers, today }: Asked) => {
  parentPort?.postMessage(checkAnswers(kit, answers, today));
});
