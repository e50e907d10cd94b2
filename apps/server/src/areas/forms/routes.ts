import { requestLimits } from "@fieldfare/contract";
import * as office from "@fieldfare/contract/office";
import type { FormThread } from "../../forms/form-thread.ts";
import { readAuditSource } from "../../http/audit-source.ts";
import { type Route, route } from "../../http/routes.ts";
import type { Server } from "../../http/server.ts";
import { listForms, listFormVersions, readForm, readFormVersion } from "./list-forms.ts";
import { checkForms, publishForms, republishForm, withdrawForm } from "./publish-forms.ts";

/** A form with a few sub-forms, which are published together. */
const publishBytes = 5 * office.maxFormFileBytes;

/** The office: versions of forms, what uses them, and what new jobs get. `thread` checks definitions. */
export function formRoutes({ database }: Server, thread: FormThread): Route[] {
  return [
    route(office.listForms, ({ query }) => listForms(database, query)),
    route(office.readForm, ({ params }) => readForm(database, params.customFormId)),
    route(office.listFormVersions, ({ params, query }) =>
      listFormVersions(database, params.customFormId, query),
    ),
    route(office.readFormVersion, ({ params }) =>
      readFormVersion(database, params.customFormId, Number(params.version)),
    ),
    // All forms of a request are published, or none. A dry run says what would happen.
    route(
      office.publishForms,
      ({ body: { forms, isDryRun }, request }) =>
        isDryRun
          ? checkForms(database, thread, forms, new Date())
          : publishForms(database, thread, {
              forms,
              source: readAuditSource(request),
              at: new Date(),
            }),
      { bodyLimit: publishBytes, jsonDepth: requestLimits.dataSetDepth, perMinute: 60 },
    ),
    route(office.withdrawForm, ({ params, body, request }) =>
      withdrawForm(database, {
        ...params,
        ...body,
        source: readAuditSource(request),
        at: new Date(),
      }),
    ),
    route(office.republishForm, ({ params, body, request }) =>
      republishForm(database, {
        ...params,
        ...body,
        source: readAuditSource(request),
        at: new Date(),
      }),
    ),
  ];
}
