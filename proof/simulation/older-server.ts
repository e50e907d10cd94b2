import { getCommands, messagesPath, ping } from "@fieldfare/contract";
import type { Interceptor } from "./network.ts";

/** What the answers of an older server do not have. */
const laterFields: Readonly<Record<string, string>> = {
  [ping.path]: "maxMessages",
  [getCommands.path]: "pollTag",
};

/** A server of before several messages went in a request, and of before a poll had a tag: phones ask as they did then. */
export const olderServer: Interceptor = async (path, init, send) => {
  if (path === messagesPath) {
    const problem = { title: "Not found", status: 404, code: "not-found" };
    const headers = { "Content-Type": "application/problem+json" };
    return new Response(JSON.stringify(problem), { status: 404, headers });
  }
  const answer = await send(init);
  const later = laterFields[path];
  if (later === undefined || !answer.ok) return answer;
  const { [later]: _unknown, ...known } = (await answer.json()) as Record<string, unknown>;
  return new Response(JSON.stringify(known), { headers: answer.headers, status: answer.status });
};

/** The same server with a defect of its own. */
export function olderServerWith(defect: Interceptor): Interceptor {
  return (path, init, send) => olderServer(path, init, (changed) => defect(path, changed, send));
}
