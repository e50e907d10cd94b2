import compress from "@fastify/compress";
import multipart from "@fastify/multipart";
import fastify, { type FastifyInstance, type FastifyRequest } from "fastify";
import { serializerCompiler } from "fastify-type-provider-zod";
import { requestLimits, z } from "@fieldfare/contract";
import { absenceRoutes } from "./areas/absences/routes.ts";
import { attachmentRoutes, officeAttachmentRoutes } from "./areas/attachments/routes.ts";
import { accountRoutes } from "./areas/accounts/routes.ts";
import { alarmRoutes } from "./areas/alarms/routes.ts";
import { apiClientRoutes, oauthRoutes } from "./areas/api-clients/routes.ts";
import { auditRoutes } from "./areas/audit/routes.ts";
import { authRoutes } from "./areas/auth/routes.ts";
import { boardRoutes } from "./areas/board/routes.ts";
import { businessRoutes } from "./areas/business/routes.ts";
import { commandRoutes } from "./areas/commands/routes.ts";
import { complianceRoutes } from "./areas/compliance/routes.ts";
import { deviceExportRoutes, officeExportRoutes } from "./areas/device-exports/routes.ts";
import { contactRoutes } from "./areas/contacts/routes.ts";
import { createEmulation } from "./areas/emulation/routes.ts";
import { formRoutes } from "./areas/forms/routes.ts";
import { hactRoutes, readHactParts } from "./areas/hact/routes.ts";
import { addMissingTasks, sendMessages } from "./areas/hact/send.ts";
import { metricsPage } from "./areas/health/metrics-page.ts";
import { eventRoutes } from "./areas/events/routes.ts";
import { healthRoutes } from "./areas/health/routes.ts";
import { documentRoutes, historyRoutes, officeDocumentRoutes } from "./areas/documents/routes.ts";
import { deviceOfficeRoutes, installationRoutes, wipeRoutes } from "./areas/devices/routes.ts";
import { notifyOfVisit } from "./areas/jobs/notify-open-jobs.ts";
import { jobRoutes } from "./areas/jobs/routes.ts";
import { logRoutes, officeReportRoutes } from "./areas/logs/routes.ts";
import { mileageRoutes } from "./areas/mileage/routes.ts";
import { operativeRoutes } from "./areas/operatives/routes.ts";
import { oidcRoutes } from "./areas/oidc/routes.ts";
import { partOrderRoutes } from "./areas/part-orders/routes.ts";
import { phoneSettingRoutes } from "./areas/phone-settings/routes.ts";
import { plannerRoutes } from "./areas/planner/routes.ts";
import { eraseLateArrivals } from "./areas/privacy/late-arrivals.ts";
import { privacyRoutes } from "./areas/privacy/routes.ts";
import { pushRoutes } from "./areas/push/routes.ts";
import { quickJobAdminRoutes, quickJobRoutes } from "./areas/quick-jobs/routes.ts";
import { propertyImportRoutes } from "./areas/property-imports/routes.ts";
import { runPropertyImport } from "./areas/property-imports/run-import.ts";
import { runImportTask } from "./areas/reference-data/imports/run-import.ts";
import { referenceDataRoutes } from "./areas/reference-data/routes.ts";
import { reportingRoutes } from "./areas/reporting/routes.ts";
import { runReportingExports } from "./areas/reporting/exports/run-exports.ts";
import { verificationPages, verificationRoutes } from "./areas/verification/routes.ts";
import { webhookRoutes } from "./areas/webhooks/routes.ts";
import { createWebhookSender } from "./areas/webhooks/sender.ts";
import { defaultConfig, type ServerConfig } from "./config.ts";
import { createChangeListener } from "./database/change-listener.ts";
import { type Database, openDatabase } from "./database/database.ts";
import { createEventFeed } from "./database/events.ts";
import { createLiveConfig } from "./database/phone-settings.ts";
import { createReadLog } from "./database/read-log.ts";
import { addPartitions } from "./database/partitions.ts";
import { runRetention } from "./database/retention.ts";
import { watchSchema } from "./database/schema-version.ts";
import { systemSettings } from "./database/settings.ts";
import { createTaskQueue, type TaskQueue } from "./database/task-queue.ts";
import { addTrainingPartitions } from "./database/training.ts";
import { type DocumentKeys, newKeySet, parseDocumentKeys } from "./documents/document-keys.ts";
import { createFiling, type Filing } from "./documents/filing.ts";
import { createAnswerReader } from "./forms/answer-reader.ts";
import { createFormChecker, type FormChecker } from "./forms/form-checker.ts";
import { createFormThread } from "./forms/form-thread.ts";
import { createContactRecorder } from "./http/devices.ts";
import { limitBodies } from "./http/body-limit.ts";
import { buildTrustProxy, checkClientAddresses } from "./http/client-address.ts";
import { documentApi } from "./http/documentation.ts";
import { handleErrors, sendUnreadablePath } from "./http/errors.ts";
import { setHeaders } from "./http/headers.ts";
import { parseJson } from "./http/json-body.ts";
import { limitRates } from "./http/limits.ts";
import { createMetrics } from "./http/metrics.ts";
import { logOptions, logRequests } from "./http/request-log.ts";
import { type EscrowKeys, newEscrowKeySet, parseEscrowKeys } from "./http/escrow-keys.ts";
import { registerRoutes, type Route } from "./http/routes.ts";
import type { Server } from "./http/server.ts";
import type { TokenKeys } from "./http/token-keys.ts";
import { createTokens } from "./http/tokens.ts";
import { createTraces, type Traces } from "./http/traces.ts";
import { serveApps } from "./http/web.ts";
import { createIntake } from "./messages/intake.ts";
import { messageRoutes } from "./messages/routes.ts";
import { ensurePushKeys } from "./push/keys.ts";
import { createPushService, type PushService } from "./push/push-service.ts";
import type { ObjectStore } from "./objects/objects.ts";
import { deleteUnusedObjects } from "./objects/unused-objects.ts";

export interface AppParts {
  readonly database: Database;
  readonly objects: ObjectStore;
  readonly tokenKeys: TokenKeys;
  /** When absent, the process makes its own keys. Only tests do so. */
  readonly documentKeys?: DocumentKeys;
  /** The same holds. */
  readonly escrowKeys?: EscrowKeys;
  readonly config?: Partial<ServerConfig>;
  /** Whether the process has been told to stop. */
  readonly isStopping?: () => boolean;
}

/**
 * Builds the whole server over a migrated database. The server keeps no state outside the database and the object
 * store.
 */
export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
  z.config(z.locales.en());
  const environment = { ...defaultConfig, ...parts.config };
  const settings = await systemSettings(parts.database);
  const live = await createLiveConfig(parts.database, environment, (error) =>
    app.log.warn({ err: error }, "the settings of phones could not be read"),
  );
  const { config } = live;
  const app = fastify({
    ...logOptions(config),
    trustProxy: buildTrustProxy(config.trustProxy),
    bodyLimit: requestLimits.jsonBytes,
    requestTimeout: config.requestSeconds * 1000,
    handlerTimeout: config.requestSeconds * 1000,
    forceCloseConnections: "idle",
    http: { maxHeaderSize: maxHeaderBytes },
    // A longer value is the schema's to refuse, as any other.
    routerOptions: { maxParamLength: maxHeaderBytes },
    frameworkErrors: sendUnreadablePath,
    rewriteUrl: ({ url = "/" }) => withoutVersion(url),
  });
  checkClientAddresses(app);
  const traces = config.traces && (await createTraces(config.traces));
  traces?.traceRequests(app);
  // Hooks run in reverse order, so what else ends is still traced.
  app.addHook("onClose", async () => traces?.close());
  traces?.watchPool("calls", parts.database.pool);
  const metrics = createMetrics(app, config.metricsAccess !== "off");
  metrics.watchPool("calls", parts.database.pool);
  const server: Server = {
    database: parts.database,
    liveDatabase: parts.database,
    schema: watchSchema(parts.database),
    objects: parts.objects,
    config,
    phoneSettings: live,
    settings,
    use: "live",
    tokens: createTokens(parts.tokenKeys, config.now),
    documentKeys: parts.documentKeys ?? (await parseDocumentKeys(await newKeySet(), "A new key")),
    escrowKeys: parts.escrowKeys ?? (await parseEscrowKeys(await newEscrowKeySet(), "A new key")),
    publicUrl: () => config.publicUrl ?? loopbackOrigin(app),
    metrics,
    readLog: createReadLog(parts.database),
    isStopping: parts.isStopping ?? (() => false),
  };

  if (config.followsSettings) app.addHook("onReady", async () => live.start());
  app.addHook("onClose", async () => live.close());

  const officeDatabase = openDatabase(parts.database.connectionString, {
    connections: config.officeConnections,
    statementMs: officeStatementMs,
  });
  metrics.watchPool("office", officeDatabase.pool);
  traces?.watchPool("office", officeDatabase.pool);
  app.addHook("onClose", () => officeDatabase.close());

  app.setSerializerCompiler(serializerCompiler);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    ["application/json", "application/problem+json"],
    { parseAs: "string" },
    async (request: FastifyRequest, text: string) => {
      const { config: route } = request.routeOptions;
      if (route.isSigned) request.bodyText = text;
      return text === "" ? undefined : parseJson(text, route.jsonDepth);
    },
  );
  app.decorateRequest("bodyText", null);
  app.decorateRequest("repeatKey", null);
  handleErrors(app);
  limitBodies(app);
  logRequests(app);
  authenticateRequests(app, server);
  closeConnectionsOnShutdown(app);
  await setHeaders(app);
  await limitRates(app, config);
  await app.register(compress, { threshold: 1024, encodings: ["br", "gzip"] });
  await app.register(multipart, {
    limits: { fileSize: requestLimits.imageBytes, fieldSize: requestLimits.jsonBytes, parts: 4 },
  });
  if (config.documentation) await documentApi(app, config);

  const taskQueue = startTaskQueue(app, server, traces);
  const intake = createIntake(parts.database, config.intakeWriters, (queue) =>
    taskQueue.trigger(queue),
  );
  metrics.watchPool("messages", intake.pool);
  app.addHook("onClose", () => intake.close());
  const filing = startFiling(server, taskQueue);
  const formChecker = startFormChecks(server, taskQueue);
  const definitionThread = createFormThread();
  const pushService = await startPush(app, server, taskQueue);
  startVisitUpdates(server, taskQueue);
  taskQueue.handle("reference-imports", (task) => runImportTask(server.database, task));
  taskQueue.handle("property-imports", (task) =>
    runPropertyImport(server.database, server.objects, task),
  );
  startRetention(server, taskQueue);
  startHact(app, server, taskQueue);
  startReportingExports(server, officeDatabase, taskQueue);
  app.addHook("onClose", async () => {
    // The tasks in progress still need the threads.
    await taskQueue.close();
    await Promise.all([filing.close(), formChecker.close(), definitionThread.close()]);
  });
  const changes = createChangeListener({ ...parts.database, random: config.random });
  // A stream that stays open would delay the end.
  app.addHook("preClose", () => changes.close());
  const feed = createEventFeed({
    database: parts.database,
    intervalMs: config.eventIntervalMs,
    onFailure: (error) => app.log.warn({ err: error }, "the events could not be numbered"),
  });
  app.addHook("preClose", () => feed.close());
  const webhookSender = createWebhookSender({
    ...server,
    feed,
    onFailure: (error) => app.log.error({ err: error }, "webhooks could not be sent"),
  });
  app.addHook("onClose", () => webhookSender.close());
  const emulation = createEmulation(server);
  app.addHook("onClose", () => emulation.close());
  app.register(async (api) =>
    registerRoutes(api, server, [
      ...emulation.routes,
      ...oidcRoutes(server),
      ...withOfficeReads(server, officeDatabase, (of) => [
        ...healthRoutes(of),
        ...authRoutes(of),
        ...installationRoutes(of),
        ...wipeRoutes(of),
        ...deviceOfficeRoutes(of),
        ...jobRoutes(of),
        ...attachmentRoutes(of),
        ...officeAttachmentRoutes(of),
        ...hactRoutes(of, () => taskQueue.trigger("hact")),
        ...commandRoutes(of),
        ...referenceDataRoutes(of, () => taskQueue.trigger("reference-imports")),
        ...formRoutes(of, definitionThread),
        ...propertyImportRoutes(of, () => taskQueue.trigger("property-imports")),
        ...logRoutes(of),
        ...officeReportRoutes(of),
        ...deviceExportRoutes(of),
        ...officeExportRoutes(of),
        ...operativeRoutes(of),
        ...accountRoutes(of),
        ...apiClientRoutes(of),
        ...businessRoutes(of),
        ...alarmRoutes(of),
        ...boardRoutes(of, changes),
        ...eventRoutes(of, feed, changes),
        ...reportingRoutes(of, () => taskQueue.addScheduled("reporting-exports")),
        ...webhookRoutes(of, () => webhookSender.trigger()),
        ...complianceRoutes(of),
        ...partOrderRoutes(of),
        ...auditRoutes(of),
        ...privacyRoutes(of),
        ...phoneSettingRoutes(of),
        ...officeDocumentRoutes(of, filing),
        ...contactRoutes(of),
        ...mileageRoutes(of),
        ...historyRoutes(of),
        ...absenceRoutes(of),
        ...plannerRoutes(of),
        ...pushRoutes(of, pushService),
        ...quickJobRoutes(of),
        ...verificationRoutes(of),
        ...messageRoutes(of, intake),
      ]),
    ]),
  );
  app.register(async (oauth) => {
    readForms(oauth);
    registerRoutes(oauth, server, oauthRoutes(server));
  });
  app.register(
    async (admin) =>
      registerRoutes(admin, server, [
        ...documentRoutes(server, filing),
        ...quickJobAdminRoutes(server),
      ]),
    {
      prefix: config.adminPath,
    },
  );
  app.register(async (pages) => verificationPages(pages, server));
  app.register(async (pages) => metricsPage(pages, server));
  await serveApps(app, config);
  return app;
}

/**
 * The longest address that the contract allows has 18 KB and more: a cursor of 2,000 characters, each of them nine bytes there.
 * Node would take 16 KB for the address and all headers.
 */
const maxHeaderBytes = 32_768;

/** The office reads pages, so what takes longer is a mistake of ours or a search for too little. */
const officeStatementMs = 10_000;

/**
 * Gives what the office reads connections of its own: however many lists it asks for at once, phones do not wait for
 * them.
 */
function withOfficeReads(
  server: Server,
  officeDatabase: Database,
  build: (of: Server) => readonly Route[],
): Route[] {
  const isOfficeRead = ({ call }: Route) => call.audience === "office" && call.method === "GET";
  return [
    ...build(server).filter((route) => !isOfficeRead(route)),
    ...build({ ...server, database: officeDatabase }).filter(isOfficeRead),
  ];
}

/** Only the calls of OAuth 2.0 take forms: a page of another origin could send a form with any other call. */
function readForms(app: FastifyInstance) {
  app.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string" },
    async (_request: FastifyRequest, text: string) => new URLSearchParams(text),
  );
}

/** The calls of the office also have paths with a version; see the section on versions in docs/integration.md. */
function withoutVersion(url: string): string {
  return url.replace(/^\/api\/v1\/office(?=[/?]|$)/, "/api/office");
}

/**
 * Returns the loopback address, which is good enough for a demo. Null when others reach the server: they could not
 * open it.
 */
function loopbackOrigin(app: FastifyInstance): string | null {
  const origin = app.server.listening ? app.listeningOrigin : "";
  return /^http:\/\/(127\.|localhost|\[::1\])/.test(origin) ? origin : null;
}

/**
 * Closes the connection of every answer that is sent during the shutdown. A connection that stays open would delay
 * the end by a minute.
 */
function closeConnectionsOnShutdown(app: FastifyInstance) {
  let isClosing = false;
  app.addHook("preClose", async () => {
    isClosing = true;
  });
  app.addHook("onSend", async (_request, reply) => {
    if (isClosing) reply.header("Connection", "close");
  });
}

/**
 * Works on tasks after the commit that adds them, so that no device waits for them. The queue repeats what failed or
 * what a crash interrupted.
 */
function startTaskQueue(
  app: FastifyInstance,
  { database, schema, config, metrics }: Server,
  traces: Traces | null,
): TaskQueue {
  const taskQueue = createTaskQueue({
    database,
    mayWork: () => schema.mayWork(),
    intervalSeconds: config.taskIntervalSeconds,
    schedules: config.runsScheduledTasks,
    onFailure: (error, task) => {
      if (task) metrics.countTaskFailure(task.queue);
      app.log.error(
        { err: error, ...task },
        task ? "a task failed" : "the queue of tasks could not be read or written",
      );
    },
  });
  app.addHook("onReady", () => taskQueue.start());
  if (!traces) return taskQueue;
  return {
    ...taskQueue,
    handle: (name, work, options) =>
      taskQueue.handle(name, (task) => traces.runTask(name, () => work(task)), options),
  };
}

/** Makes the documents of delivered jobs. */
function startFiling(server: Server, taskQueue: TaskQueue): Filing {
  const { database, objects, config, documentKeys, publicUrl } = server;
  const reader = createAnswerReader(database);
  const filing = createFiling({
    database,
    objects,
    keys: documentKeys,
    publicUrl,
    readAnswers: (form) => reader.read(form),
  });
  if (config.filesDocuments) taskQueue.handle("documents", (task) => filing.fileClosing(task));
  return {
    ...filing,
    close: async () => {
      await Promise.all([filing.close(), reader.close()]);
    },
  };
}

/** Checks the answers of forms. */
function startFormChecks({ database, config }: Server, taskQueue: TaskQueue): FormChecker {
  const formChecker = createFormChecker(database);
  if (config.checksForms) taskQueue.handle("form-checks", (task) => formChecker.checkForms(task));
  return formChecker;
}

/** Tells the colleagues who have a job at a home what the last visit to it has changed. */
function startVisitUpdates({ database }: Server, taskQueue: TaskQueue): void {
  taskQueue.handle("visit-updates", async (task) => {
    await notifyOfVisit(database, task);
    taskQueue.trigger("push");
  });
}

/** Deletes and reduces what is older than its period, and what arrived after an erasure. Adds the partitions of the coming year. */
function startRetention({ database, objects, config }: Server, taskQueue: TaskQueue): void {
  if (!config.runsScheduledTasks) return;
  taskQueue.handle("old-rows", async () => {
    await addPartitions(database.pool);
    await runRetention(database, config.retention, () => deleteUnusedObjects(database, objects));
    await eraseLateArrivals(database);
    await addTrainingPartitions(database);
  });
}

/** Exports the reporting views: each day at its time, and when somebody asks for it. */
function startReportingExports(
  { database, objects, config }: Server,
  officeDatabase: Database,
  taskQueue: TaskQueue,
): void {
  if (!config.runsScheduledTasks) return;
  const { reportingExportTime: time, now } = config;
  taskQueue.handle("reporting-exports", () =>
    runReportingExports({ database, officeDatabase, objects, time, now }),
  );
}

/** How many work orders' messages are sent at the same time: a housing system that hangs delays those of others. */
const hactBatchSize = 4;

/** Sends HACT messages to the housing system. Without one they wait. */
function startHact(app: FastifyInstance, server: Server, taskQueue: TaskQueue): void {
  const { housingSystem } = server.config;
  if (!housingSystem) return;
  const parts = readHactParts(server);
  taskQueue.handle("hact", ({ reference }) => sendMessages(parts, housingSystem, reference), {
    batchSize: hactBatchSize,
  });
  app.addHook("onReady", () => addMissingTasks(parts));
}

/** The number of engineers whose phones get a push message at the same time. */
const pushBatchSize = 20;

/** Sends push messages after the answer to an office call that changed something. */
async function startPush(
  app: FastifyInstance,
  { database, config }: Server,
  taskQueue: TaskQueue,
): Promise<PushService> {
  const { pushKeys } = config;
  const pushService = createPushService({
    database,
    keys: pushKeys === "off" ? null : (pushKeys ?? (await ensurePushKeys(database))),
    contact: config.pushContact,
    reachesLoopback: config.pushReachesLoopback,
  });
  if (pushService.publicKey === null) return pushService;
  taskQueue.handle("push", ({ fieldOperativeId }) => pushService.wake(fieldOperativeId), {
    batchSize: pushBatchSize,
  });
  app.addHook("onResponse", async ({ identity, method }, reply) => {
    if (identity?.userType === 2 && method !== "GET" && reply.statusCode === 200)
      taskQueue.trigger("push");
  });
  return pushService;
}

/** Verifies the bearer token of every request once, and records the device's contact after the answer. */
function authenticateRequests(app: FastifyInstance, server: Server) {
  const recordContact = createContactRecorder(server.database, server.config.now);
  app.decorateRequest("identity", null);
  app.decorateRequest("polledBy", null);
  app.addHook("onRequest", async (request) => {
    const [scheme, token] = request.headers.authorization?.split(" ") ?? [];
    if (scheme?.toLowerCase() === "bearer" && token) {
      request.identity = await server.tokens.verify(token);
    }
  });
  app.addHook("onResponse", async (request) => {
    const operative = request.identity?.fieldOperativeId ?? request.polledBy;
    if (!operative || !(await server.schema.mayWork())) return;
    await recordContact(request, operative).catch((error: unknown) =>
      request.log.warn({ err: error }, "a contact of a device could not be recorded"),
    );
  });
}
