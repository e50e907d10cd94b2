import { answerCalls } from "../../../packages/device/src/browser/answer-calls.ts";
import { openBaselineDatabase } from "./baseline-database.ts";

answerCalls(async ({ url, databaseName }: { url: string; databaseName: string }) => {
  const database = await openBaselineDatabase(databaseName);
  const response = await fetch(url, { method: "POST", body: "{}" });
  const { payload } = (await response.json()) as { payload: { type: string; rows: object[] }[] };
  for (const { type, rows } of payload) await database.table(type).bulkPut(rows);
  database.close();
  return payload.length;
});
