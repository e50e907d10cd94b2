import * as calls from "@fieldfare/contract";
import * as office from "@fieldfare/contract/office";
import { refuse } from "../../http/problem.ts";
import { type Route, route } from "../../http/routes.ts";
import type { Server } from "../../http/server.ts";
import { findClient, findServiceLevel, putClient, readClients } from "./clients.ts";
import { putJobTypes, searchJobTypes } from "./job-types.ts";
import { createPostcodeLookUp } from "./postcodes.ts";
import { addContact, addProperty, readProperty, searchProperties } from "./properties.ts";
import { bookQuickJob, listQuickJobs, saveQuickJob } from "./save.ts";

export function quickJobRoutes({ database, config }: Server): Route[] {
  const lookUp = createPostcodeLookUp(config.postcodeProvider);
  return [
    // An engineer: for whom they may raise a job.
    route(calls.listClients, async () => {
      const clients = await readClients(database);
      return clients.map(({ clientId, name }) => ({ clientId, name }));
    }),
    // An engineer: a client's properties by their address.
    route(calls.searchProperty, ({ params }) =>
      searchProperties(database, Number(params.clientId), params.term),
    ),
    // An engineer: what houses there are at a postcode.
    route(
      calls.lookUpPostcode,
      async ({ params }) => (await lookUp(params.postcode)) ?? refuse("unavailable"),
    ),
    // An engineer: gets the job that they saved.
    route(calls.bookQuickJob, ({ identity, body }) =>
      bookQuickJob(database, identity.fieldOperativeId, body.jobId),
    ),
    // The office: clients, contracts, priorities and types of jobs.
    route(office.listOfficeClients, () => readClients(database)),
    route(office.putClient, ({ params, body }) =>
      putClient(database, Number(params.clientId), body),
    ),
    route(office.putJobTypes, ({ body }) => putJobTypes(database, body)),
    // The office: what was raised on site.
    route(office.listQuickJobs, ({ query }) => listQuickJobs(database, query.fieldOperativeId)),
  ];
}

/** Below the admin base. */
export function quickJobAdminRoutes({ database, config }: Server): Route[] {
  const findClientById = (clientId: string) => findClient(database.orm, Number(clientId));
  return [
    // An engineer: a property with those who can be reached there.
    route(
      calls.getProperty,
      async ({ params }) =>
        (await readProperty(database, params.propertyId)) ?? refuse("not-found"),
    ),
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
    // An engineer: adds a property of a client.
    route(calls.saveNewProperty, ({ body }) => addProperty(database, body, config.now())),
    // An engineer: adds somebody who can be reached at a property.
    route(calls.savePropertyContact, ({ params, body }) =>
      addContact(database, params.propertyId, body, config.now()),
    ),
    // An engineer: how urgent a client's jobs can be.
    route(calls.getClientJobPriorities, async ({ params }) => {
      const client = await findClientById(params.clientId);
      if (!client) return refuse("not-found");
      return client.priorities.map(({ priorityId, name, description }) => ({
        value: priorityId,
        text: name,
        description,
      }));
    }),
    // An engineer: by when a job of a priority is to be answered and done.
    route(
      calls.getServiceLevel,
      async ({ params }) =>
        (await findServiceLevel(database, Number(params.priorityId), new Date(params.isoDate))) ??
        refuse("not-found"),
    ),
    // An engineer: types of jobs that can be raised at a property, by a piece of their name.
    route(calls.searchJobDetailTypes, ({ params }) =>
      searchJobTypes(database, params.propertyId, params.term),
    ),
    // An engineer: saves the job that they raise.
    route(calls.saveNewJob, ({ identity, body }) =>
      saveQuickJob(database, identity.fieldOperativeId, body, config.now()),
    ),
  ];
}
