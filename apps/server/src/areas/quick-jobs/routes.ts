import * as calls from "@fieldfare/contract";
import * as office from "@fieldfare/contract/office";
import { makeChange } from "../../database/audit.ts";
import { listWords } from "../../database/searchable-sql.ts";
import { readAuditSource } from "../../http/audit-source.ts";
import { isRefusal, refuse } from "../../http/problem.ts";
import { type Route, route } from "../../http/routes.ts";
import type { Server } from "../../http/server.ts";
import { findClient, findServiceLevel, putClient, readClients } from "./clients.ts";
import { putJobTypes, readJobTypes, searchJobTypes } from "./job-types.ts";
import { createPostcodeLookUp } from "./postcodes.ts";
import { recordOpening, recordSearch, refuseProperties } from "./property-access.ts";
import { addContact, addProperty, readProperty, searchProperties } from "./properties.ts";
import { bookQuickJob, listQuickJobs, saveQuickJob } from "./save.ts";

/** The routes by which an engineer raises a job on site. */
export function quickJobRoutes(server: Server): Route[] {
  const { database, config } = server;
  const lookUp = createPostcodeLookUp(config.postcodeProvider);
  return [
    // An engineer: the clients for whom they may raise a job. Phones ask with a slash at the end, others without.
    ...[calls.listClients.path, calls.listClients.path.replace(/\/$/, "")].map((path) =>
      route({ ...calls.listClients, path }, async () => {
        const clients = await readClients(database);
        return clients.map(({ clientId, name }) => ({ clientId, name }));
      }),
    ),
    // An engineer: search a client's properties by their address.
    route(calls.searchProperty, async ({ identity, params, request }) => {
      const refusal = await refuseProperties(database, identity.id, "search");
      if (refusal) return refusal;
      const [clientId, { term }] = [Number(params.clientId), params];
      const found = await searchProperties(database, clientId, term);
      const search = { clientId, words: listWords(term).length, found: found.length };
      await recordSearch(server, readAuditSource(request), identity.fieldOperativeId, search);
      return found;
    }),
    // An engineer: the addresses at a postcode.
    route(
      calls.lookUpPostcode,
      async ({ params }) => (await lookUp(params.postcode)) ?? refuse("unavailable"),
    ),
    // An engineer: book the job that they saved.
    route(calls.bookQuickJob, ({ identity, body, request }) =>
      makeChange(database, readAuditSource(request), (change) =>
        bookQuickJob(change, identity.fieldOperativeId, body.jobId),
      ),
    ),
    // The office: clients with their contracts and priorities, and job types.
    route(office.listOfficeClients, () => readClients(database)),
    route(office.putClient, ({ params, body, request }) =>
      makeChange(database, readAuditSource(request), (change) =>
        putClient(change, Number(params.clientId), body),
      ),
    ),
    route(office.listJobTypes, () => readJobTypes(database)),
    route(office.putJobTypes, ({ body, request }) =>
      makeChange(database, readAuditSource(request), (change) => putJobTypes(change, body)),
    ),
    // The office: the jobs that were raised on site.
    route(office.listQuickJobs, ({ query }) => listQuickJobs(database, query, config.now())),
  ];
}

/** The calls below the admin base path. */
export function quickJobAdminRoutes(server: Server): Route[] {
  const { database, config } = server;
  const findClientById = (clientId: string) => findClient(database.orm, Number(clientId));
  return [
    // An engineer: a property with its contacts.
    route(calls.getProperty, async ({ identity, params, request }) => {
      const refusal = await refuseProperties(database, identity.id, "read");
      if (refusal) return refusal;
      const found = await readProperty(database, params.propertyId);
      if (!found) return refuse("not-found");
      await recordOpening(server, readAuditSource(request), { ...identity, ...params });
      return found;
    }),
    // An engineer: a client's contracts with their SORs.
    route(calls.getClientContracts, async ({ params }) => {
      const client = await findClientById(params.clientId);
      if (!client) return refuse("not-found");
      return client.contracts.map(({ contractId, name, sors }) => ({
        contractId,
        name,
        sors: sors.map(({ sorCodeId: _code, ...sor }) => sor),
      }));
    }),
    // An engineer: add a property of a client.
    route(
      calls.saveNewProperty,
      async ({ identity: { id, fieldOperativeId }, body, request }) =>
        (await refuseProperties(database, id, "add")) ??
        makeChange(database, readAuditSource(request), (change) =>
          addProperty(change, fieldOperativeId, body, config.now()),
        ),
    ),
    // An engineer: add a contact to a property.
    route(
      calls.savePropertyContact,
      async ({ identity: { id, fieldOperativeId }, params, body, request }) =>
        (await refuseProperties(database, id, "addContact")) ??
        makeChange(database, readAuditSource(request), (change) =>
          addContact(change, fieldOperativeId, params.propertyId, body, config.now()),
        ),
    ),
    // An engineer: the priorities of a client's jobs.
    route(calls.getClientJobPriorities, async ({ params }) => {
      const client = await findClientById(params.clientId);
      if (!client) return refuse("not-found");
      return client.priorities.map(({ priorityId, name, description }) => ({
        value: priorityId,
        text: name,
        description,
      }));
    }),
    // An engineer: the target response and completion times of a priority.
    route(
      calls.getServiceLevel,
      async ({ params }) =>
        (await findServiceLevel(database, Number(params.priorityId), new Date(params.isoDate))) ??
        refuse("not-found"),
    ),
    // An engineer: search the job types that can be raised at a property by part of their name.
    route(calls.searchJobDetailTypes, ({ params }) =>
      searchJobTypes(database, params.propertyId, params.term),
    ),
    // An engineer: save the job that they raise. The booked job shows the home, so this opens it too.
    route(calls.saveNewJob, async ({ identity, body, request }) => {
      const { fieldOperativeId, id } = identity;
      const refusal = await refuseProperties(database, id, "read");
      if (refusal) return refusal;
      const { propertyId } = body;
      const source = readAuditSource(request);
      const saved = await makeChange(database, source, (change) =>
        saveQuickJob(change, fieldOperativeId, body, config.now()),
      );
      if (!isRefusal(saved)) await recordOpening(server, source, { fieldOperativeId, propertyId });
      return saved;
    }),
  ];
}
