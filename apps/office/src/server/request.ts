import { type Call, type CallAnswer, header } from "@fieldfare/contract";
import { type CallInput, OfficeError, sendRaw, sendRequest } from "./send-request.ts";
import { readToken } from "./session.ts";

/** The change whose answer did not arrive last. The server may have made it. */
let unanswered: { readonly content: string; readonly key: string } | null = null;

/**
 * Makes a call of the office in the name of the user. When the session has ended it waits for the next sign-in. If the answer
 * of a change is lost and the user sends the same one again, the server makes it once.
 */
export async function request<C extends Call>(
  call: C,
  input: CallInput<C>,
): Promise<CallAnswer<C>> {
  if (!takesRepeatKey(call, input)) return withToken((token) => sendRequest(call, input, token));
  const content = JSON.stringify([call.name, input.params, input.query, input.body]);
  const key = unanswered?.content === content ? unanswered.key : crypto.randomUUID();
  unanswered = null;
  try {
    return await withToken((token) =>
      sendRequest(call, input, token, { [header.idempotencyKey]: key }),
    );
  } catch (error) {
    if (isAnswerLost(error)) unanswered = { content, key };
    throw error;
  }
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

/** A file is not compared with the one that was sent before: who sends it again sends another request. */
function takesRepeatKey(call: Call, { form }: { readonly form?: FormData }): boolean {
  return (
    call.audience === "office" && call.method !== "GET" && !call.answersSecret && form === undefined
  );
}

/** The server was not reached, or something before it answered in its place. */
function isAnswerLost(error: unknown): boolean {
  return error instanceof OfficeError && (error.status === 0 || error.status >= 500);
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
