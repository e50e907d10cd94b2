import { defineCall } from "../call.ts";
import { id, isoDateTime, z } from "../schema.ts";

export const listFavourites = defineCall({
  name: "listFavourites",
  method: "GET",
  path: "/api/office/operatives/:fieldOperativeId/favourites",
  audience: "office",
  permission: "Contacts.ViewList",
  summary: "The contacts that an engineer has marked as favourites, the latest mark first",
  params: z.object({ fieldOperativeId: id }),
  response: z.array(z.object({ contactId: id, changedOn: isoDateTime })),
});
