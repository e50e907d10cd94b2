import { and, desc, eq } from "drizzle-orm";
import * as office from "@fieldfare/contract/office";
import type { CallAnswer } from "@fieldfare/contract";
import type { Database } from "../../database/database.ts";
import { contactFavourite } from "../../database/schema.ts";
import { type Route, route } from "../../http/routes.ts";
import type { Server } from "../../http/server.ts";

/** The contacts are a data set; an engineer's favourites come as messages. */
export function contactRoutes({ database }: Server): Route[] {
  return [
    // The office: the favourite contacts of an engineer.
    route(office.listFavourites, ({ params }) => listFavourites(database, params.fieldOperativeId)),
  ];
}

async function listFavourites(
  { orm }: Database,
  fieldOperativeId: string,
): Promise<CallAnswer<typeof office.listFavourites>> {
  const rows = await orm
    .select()
    .from(contactFavourite)
    .where(
      and(
        eq(contactFavourite.fieldOperativeId, fieldOperativeId),
        eq(contactFavourite.isFavourite, true),
      ),
    )
    .orderBy(desc(contactFavourite.changeTimestamp), contactFavourite.contactId);
  return rows.map(({ contactId, changeTimestamp }) => ({
    contactId,
    changedOn: changeTimestamp.toISOString(),
  }));
}
