import { parentPort } from "node:worker_threads";
import { checkAnswers, checkDefinition, listAnswers } from "@fieldfare/forms";
import type { FormRequest, FormResult } from "./form-thread.ts";

/** Answers one request after the other. An error ends the thread. */
parentPort?.on("message", (request: FormRequest) => {
  parentPort?.postMessage(answer(request));
});

function answer(request: FormRequest): FormResult {
  switch (request.kind) {
    case "check": {
      const { bundle, answers, today, previousAnswers } = request;
      return { kind: "check", issues: checkAnswers(bundle, answers, today, previousAnswers) };
    }
    case "list":
      return { kind: "list", listed: listAnswers(request.bundle, request.answers) };
    case "definition": {
      const { definition, all } = request;
      return { kind: "definition", definitionIssues: checkDefinition(definition, all) };
    }
    default:
      return request satisfies never;
  }
}
