import { SharedDatabase } from "../database/database.ts";
import type { LookUp, LookUpRequest } from "../ports.ts";
import { createLookUp } from "../reference-data/look-up.ts";
import { answerCalls } from "./answer-calls.ts";

interface Request {
  readonly question: LookUpRequest;
  readonly databaseName: string;
}

let lookUp: LookUp | null = null;

function open(databaseName: string): LookUp {
  const database = new SharedDatabase(databaseName);
  // This worker must not block a newer build's upgrade or the deletion of the database.
  database.on("versionchange", () => {
    database.close();
    lookUp = null;
  });
  return createLookUp(database);
}

answerCalls(({ question, databaseName }: Request) => {
  lookUp ??= open(databaseName);
  return lookUp(question);
});
