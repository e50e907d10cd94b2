import { defineCall } from "../call.ts";
import { business } from "../entities/job.ts";
import { z } from "../schema.ts";

export const readBusiness = defineCall({
  name: "readBusiness",
  method: "GET",
  path: "/api/office/business",
  audience: "office",
  permission: "Unspecified.View",
  summary: "The business as documents name it; null until the office has entered it",
  response: z.object({ business: z.nullable(business) }),
});

export const putBusiness = defineCall({
  name: "putBusiness",
  method: "PUT",
  path: "/api/office/business",
  audience: "office",
  permission: "Unspecified.Edit",
  summary:
    "Set the business: jobs sent from now on carry it, documents of earlier jobs do not change",
  body: business,
  response: z.object({ business }),
  example: {
    name: "Example Heating Ltd",
    address: "1 Example Street\nLeeds\nLS1 1AA",
    telephone: "01134960000",
    gasSafeRegistration: "000123",
  },
});
