import { parentPort } from "node:worker_threads";
import { checkAnswers, listAnswers } from "@fieldfare/forms";
import type { FormRequest, FormResult } from "./form-thread.ts";

/** Answers one request after the other. An error ends the thread. */
parentPort?.on("message", (request: FormRequest) => {
  parentPort?.postMessage(answer(request));
});

function answer(request: FormRequest): FormResult {
  const { bundle, answers } = request;
  return request.kind === "check"
    ? { kind: "check", issues: checkAnswers(bundle, answers, request.today) }
    : { kind: "list", listed: listAnswers(bundle, answers) };
}
