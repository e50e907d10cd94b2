import { afterEach, expect, it, vi } from "vitest";
import { AnotherUserSignedIn, readToken, signIn, startSession } from "./session.ts";

const ann = "01a20661-d081-7ac9-a3df-63f81deb9e55";
const bob = "01a20661-d1a5-7a8c-bf1d-767ca9fe4b13";

afterEach(() => vi.unstubAllGlobals());

/** A token as the server makes it, without a signature. */
function aToken(id: string, seconds = 900): string {
  const claims = {
    id,
    name: "Somebody",
    email: "somebody@office.example",
    userType: 2,
    perms: [],
    fieldOperativeId: null,
    requestSignature: false,
    recordsMileage: false,
    exp: Math.floor(Date.now() / 1000) + seconds,
  };
  return `header.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.signature`;
}

/** The cookie of the browser continues the session of this token's user. */
function continueAs(token: string): void {
  vi.stubGlobal("fetch", async () => Response.json({ token, expiresOn: new Date().toISOString() }));
}

it("sends nothing in the name of somebody else who has signed in in another tab", async () => {
  const first = aToken(ann);
  continueAs(first);
  await startSession();
  expect(await readToken()).toBe(first);
  const second = aToken(bob);
  continueAs(second);
  await expect(readToken(first)).rejects.toBeInstanceOf(AnotherUserSignedIn);
  await expect(readToken(first)).rejects.toBeInstanceOf(AnotherUserSignedIn);
  expect(await readToken()).toBe(second);
});

it("goes on with another token of the same user", async () => {
  const first = aToken(ann);
  continueAs(first);
  await startSession();
  const second = aToken(ann, 901);
  continueAs(second);
  expect(await readToken(first)).toBe(second);
});

it("signs in after an exchange that is under way: its refusal deletes the cookie", async () => {
  const paths: string[] = [];
  let answer: (response: Response) => void = () => undefined;
  const exchange = new Promise<Response>((resolve) => {
    answer = resolve;
  });
  vi.stubGlobal("fetch", (path: string) => {
    paths.push(path);
    return path.endsWith("/session")
      ? Promise.resolve(Response.json({ token: aToken(bob), expiresOn: new Date().toISOString() }))
      : exchange;
  });
  const started = startSession();
  await vi.waitFor(() => expect(paths).toHaveLength(1));
  const signedIn = signIn("bob@office.example", "Fieldfare-1");
  await new Promise((resolve) => void setImmediate(resolve));
  expect(paths).toHaveLength(1);
  const problem = { title: "No session", status: 401, code: "unauthorised" };
  answer(Response.json(problem, { status: 401 }));
  await Promise.all([started, signedIn]);
  expect(paths).toHaveLength(2);
});
