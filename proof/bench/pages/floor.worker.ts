import { answerCalls } from "../../../packages/device/src/browser/answer-calls.ts";

answerCalls(async ({ url }: { url: string }) => {
  const response = await fetch(url, { method: "POST", body: "{}" });
  const { payload } = (await response.json()) as { payload: unknown[] };
  return payload.length;
});
