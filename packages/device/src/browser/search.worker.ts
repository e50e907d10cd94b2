import { SharedDatabase } from "../database/database.ts";
import type { LookUp, LookUpKind, LookUpRequest } from "../ports.ts";
import { createLookUp } from "../reference-data/look-up.ts";
import { answerCalls } from "./answer-calls.ts";

/** A request to this worker. */
export interface SearchWorkerRequest {
  readonly kind: LookUpKind;
  readonly request: LookUpRequest<LookUpKind>;
  readonly databaseName: string;
  /** Opens the contacts. */
  readonly contactsKey: Uint8Array<ArrayBuffer> | null;
}

let contactsKey: SearchWorkerRequest["contactsKey"] = null;
let lookUp: LookUp | null = null;

function open(databaseName: string): LookUp {
  const database = new SharedDatabase(databaseName);
  // This worker must not block a newer build's upgrade or the deletion of the database.
  database.on("versionchange", () => {
    database.close();
    lookUp = null;
  });
  database.findContactsKey = () => contactsKey;
  return createLookUp(database);
}

answerCalls(({ kind, request, databaseName, contactsKey: key }: SearchWorkerRequest) => {
  // What another key has opened, or could not, is not given to this engineer.
  if (String(key) !== String(contactsKey)) lookUp = null;
  contactsKey = key;
  lookUp ??= open(databaseName);
  return lookUp(kind, request);
});
