import type { Call, CallAnswer } from "@fieldfare/contract";
import { type CallInput, OfficeError, sendRaw, sendRequest } from "./send-request.ts";
import { readToken } from "./session.ts";

/** Makes a call of the office in the name of the user. When the session has ended it waits for the next sign-in. */
export function request<C extends Call>(call: C, input: CallInput<C>): Promise<CallAnswer<C>> {
  return withToken((token) => sendRequest(call, input, token));
}

/** Loads an image or a document. */
export async function requestFile<C extends Call>(call: C, input: CallInput<C>): Promise<Blob> {
  const response = await withToken((token) => sendRaw(call, input, token));
  return response.blob();
}

/** Opens a stream of events. Ends with the signal. */
export function requestStream<C extends Call>(call: C, input: CallInput<C>): Promise<Response> {
  return withToken((token) => sendRaw(call, input, token));
}

async function withToken<Answer>(send: (token: string) => Promise<Answer>): Promise<Answer> {
  const token = await readToken();
  try {
    return await send(token);
  } catch (error) {
    if (!(error instanceof OfficeError) || !error.isSessionOver) throw error;
    return send(await readToken(token));
  }
}
