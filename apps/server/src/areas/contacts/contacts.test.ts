import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { listFavourites } from "@fieldfare/contract/office";
import { startTestServer, type TestEngineer, type TestServer } from "../../testing/server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

it("the office reads the contacts that each engineer has marked; the last change counts", async () => {
  const [ada, ben] = [await server.addEngineer("Ada"), await server.addEngineer("Ben")];
  const [first, second] = [randomUUID(), randomUUID()];
  const mark = (engineer: TestEngineer, contactId: string, isFavourite: boolean, minute: number) =>
    server.send(engineer, "ContactFavouriteChange", {
      contactId,
      isFavourite,
      changeTimestamp: `2026-07-01T08:0${minute}:00.000Z`,
    });
  await mark(ada, first, true, 1);
  await mark(ada, second, true, 2);
  await mark(ben, first, true, 3);
  await mark(ada, first, false, 4);
  const of = ({ fieldOperativeId }: TestEngineer) =>
    server.call(listFavourites, { params: { fieldOperativeId } });
  expect(await of(ada)).toEqual([{ contactId: second, changedOn: "2026-07-01T08:02:00.000Z" }]);
  expect(await of(ben)).toEqual([{ contactId: first, changedOn: "2026-07-01T08:03:00.000Z" }]);
  const params = { fieldOperativeId: ben.fieldOperativeId };
  const { token, deviceId } = ben;
  expect(await server.request(listFavourites, { token, deviceId, params })).toMatchObject({
    status: 403,
  });
});
