import { defineCall } from "../call.ts";
import { business } from "../entities/job.ts";
import { z } from "../schema.ts";

export const readBusiness = defineCall({
  name: "readBusiness",
  method: "GET",
  path: "/api/office/business",
  audience: "office",
  summary: "The business as papers name it; null until it was put",
  response: z.object({ business: z.nullable(business) }),
});

export const putBusiness = defineCall({
  name: "putBusiness",
  method: "PUT",
  path: "/api/office/business",
  audience: "office",
  summary:
    "Say who the business is: jobs handed out from now on carry it, papers of earlier ones stay as they are",
  body: business,
  response: z.object({ business }),
  example: {
    name: "Example Heating Ltd",
    address: "1 Example Street\nLeeds\nLS1 1AA",
    telephone: "01134960000",
    gasSafeRegistration: "000000",
  },
});
