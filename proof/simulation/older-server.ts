import { messagesPath, ping } from "@fieldfare/contract";
import type { Interceptor } from "./network.ts";

/** A server of before the call that takes several messages: phones send it one at a time. */
export const olderServer: Interceptor = async (path, init, send) => {
  if (path === messagesPath) {
    const problem = { title: "Not found", status: 404, code: "not-found" };
    const headers = { "Content-Type": "application/problem+json" };
    return new Response(JSON.stringify(problem), { status: 404, headers });
  }
  const answer = await send(init);
  if (path !== ping.path || !answer.ok) return answer;
  const { maxMessages: _unknown, ...known } = (await answer.json()) as { maxMessages?: number };
  return new Response(JSON.stringify(known), { headers: answer.headers, status: answer.status });
};

/** The same server with a defect of its own. */
export function olderServerWith(defect: Interceptor): Interceptor {
  return (path, init, send) => olderServer(path, init, (changed) => defect(path, changed, send));
}
