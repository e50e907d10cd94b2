import {
  command,
  dataSetAnswer,
  dataSets,
  getCommands,
  messageOrder,
  messagePayloads,
  type Schema,
  sync,
  syncedType,
  z,
} from "@fieldfare/contract";
import { knownEvent, listEvents, putData, readData } from "@fieldfare/contract/office";
import { syncedTypes } from "@fieldfare/domain";

/** Rows and payloads are named here, because only the document needs their names. */
for (const type of syncedTypes) z.globalRegistry.add(dataSets[type].row, { id: `${type}Row` });
for (const [type, payload] of Object.entries(messagePayloads))
  z.globalRegistry.add(payload, { id: `${type}Payload` });
z.globalRegistry.add(messageOrder, { id: "MessageOrder" });

const rowsOfAnyType = z.union(syncedTypes.map((type) => z.array(dataSets[type].row)));

/** Where the contract leaves rows open, because they are parsed by type later: what the rows are. */
export const documentedSchemas: Readonly<
  Record<string, { readonly body?: Schema; readonly response?: Schema }>
> = {
  sync: {
    response: z.extend(sync.response, {
      payload: z.array(
        z.discriminatedUnion(
          "type",
          mapTypes((type) =>
            z.extend(dataSetAnswer, { type: z.literal(type), rows: z.array(dataSets[type].row) }),
          ),
        ),
      ),
    }),
  },
  getCommands: { response: z.extend(getCommands.response, { commands: z.array(command) }) },
  listEvents: { response: z.extend(listEvents.response, { events: z.array(knownEvent) }) },
  putData: { body: z.extend(putData.body, { rows: rowsOfAnyType }) },
  readData: { response: z.extend(readData.response, { type: syncedType, rows: rowsOfAnyType }) },
};

function mapTypes<T>(change: (type: (typeof syncedTypes)[number]) => T): [T, ...T[]] {
  const [first, ...rest] = syncedTypes;
  return [change(first), ...rest.map(change)];
}
