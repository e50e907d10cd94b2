import { Button, Group, NativeSelect, Skeleton, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import type { JobAttachment } from "@fieldfare/contract";
import { assignJob, createJob } from "@fieldfare/contract/office";
import { createWorkingDays, londonDay } from "@fieldfare/domain";
import { useQueryClient } from "@tanstack/react-query";
import { useBlocker, useNavigate, useSearch } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { useMay } from "../../server/account.ts";
import { useClients } from "../../server/clients.ts";
import { EngineerField } from "../../server/engineer-choice/engineer-field.tsx";
import { ErrorNotice } from "../../server/error-notice.tsx";
import { textLimits } from "../../server/job-texts.ts";
import { type JobType, useJobTypes } from "../../server/job-types.ts";
import { isWorkValid, type PartDraft, type SorDraft } from "../../server/ordered-work/work.ts";
import { moveStrings } from "../../server/moves/strings.ts";
import { OrderedParts, PlannedWork } from "../../server/ordered-work/work-fields.tsx";
import { request } from "../../server/request.ts";
import { isConflict } from "../../server/send-request.ts";
import { emptyNeeds, isNameless } from "../../server/visit-needs/needs.ts";
import { useAlertCodes, useForms } from "../../server/visit-needs/queries.ts";
import { VisitNeedsFields } from "../../server/visit-needs/visit-needs-fields.tsx";
import { useAction } from "../../server/use-action.ts";
import { AnchorLink } from "../../ui/anchor-link.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { formatCount } from "../../ui/count.ts";
import { focusFirstError } from "../../ui/focus-first-error.ts";
import { AppointmentField, findTimeProblem } from "../../ui/appointment-field.tsx";
import { parseLondonTime } from "../../ui/london-time.ts";
import { isTooLong, LongText } from "../../ui/long-text.tsx";
import { Page, Section } from "../../ui/page.tsx";
import {
  buildDraft,
  describeLateness,
  describePriority,
  isCaseRefused,
  isEngineerDisabled,
  isHomeKnown,
  isRaisedByAnother,
  type JobInput,
} from "./draft.ts";
import type { Home } from "./home.ts";
import { HomeFields, isHomeComplete } from "./home-fields.tsx";
import { KnownHomes } from "./known-homes.tsx";
import { type CopiedJob, leaveOutRemoved, type LeftOut } from "./copied-job.ts";
import { OpenJobs } from "./open-jobs.tsx";
import {
  sameHomesKey,
  useCopiedJob,
  useOpenJobs,
  useProposedHome,
  useSameHomes,
} from "./queries.ts";
import styles from "./raise-job-screen.module.css";
import type { RaiseSearch } from "./routes.ts";
import { strings } from "./strings.ts";

interface JobFields {
  readonly jobDetailTypeId: string;
  readonly clientId: string;
  readonly priorityId: string;
  readonly taskDetails: string;
  readonly accessNotes: string;
  readonly time: string;
  /** The unusual time that the planner has confirmed. */
  readonly confirmedTime: string;
  readonly engineer: string;
  /** The priority of the job that is copied, until another client or priority is chosen. */
  readonly copiedPriority: string | null;
}

const noSors: readonly SorDraft[] = [];
const noParts: readonly PartDraft[] = [];
const noFiles: readonly JobAttachment[] = [];

/**
 * The planner raises a job: where, what, when, and who does it. The address may propose a home, a type and a day, or name a
 * job that is copied. What is typed is lost when the page is left, after a warning.
 */
export function RaiseJobScreen() {
  const proposed = useSearch({ from: "/jobs/new" });
  const home = useProposedHome(proposed.home);
  const copied = useCopiedJob(proposed.copy);
  const alerts = useAlertCodes();
  const forms = useForms();
  const failed = [home, copied].find((each) => each.error !== null);
  const isCopying = proposed.copy !== undefined;
  const isLoadingLists = isCopying && (alerts.isLoading || forms.isLoading);
  if (home.isLoading || copied.isLoading || isLoadingLists)
    return (
      <Page title={title}>
        <div role="status" aria-label="What is proposed is loading">
          <Skeleton h={240} />
        </div>
      </Page>
    );
  // Without the lists all is copied: the server says then what it cannot use.
  const usable =
    copied.data &&
    leaveOutRemoved(copied.data, {
      alertCodes: alerts.data?.map(({ code }) => code) ?? copied.data.needs.alertCodes,
      formIds:
        forms.data
          ?.filter(({ withdrawn }) => withdrawn === null)
          .map(({ customFormId }) => customFormId) ?? copied.data.needs.requiredForms,
    });
  return (
    <Page title={title}>
      {failed && <ErrorNotice error={failed.error} retry={() => void failed.refetch()} />}
      <RaiseJobForm
        // Another proposal is another job.
        key={JSON.stringify(proposed)}
        proposed={proposed}
        proposedHome={home.data ?? copied.data?.home ?? null}
        copied={usable?.job ?? null}
        leftOut={usable?.leftOut ?? null}
      />
    </Page>
  );
}

const title = "Raise a job";

interface RaiseJobFormProps {
  readonly proposed: RaiseSearch;
  readonly proposedHome: Home | null;
  readonly copied: CopiedJob | null;
  readonly leftOut: LeftOut | null;
}

function RaiseJobForm({ proposed, proposedHome, copied, leftOut }: RaiseJobFormProps) {
  // A request that is sent again means the same job.
  const [jobId] = useState(() => crypto.randomUUID());
  const [home, setHome] = useState(proposedHome);
  const [fields, setFields] = useState<JobFields>(() => makeFields(proposed, proposedHome, copied));
  const [plannedSors, setPlannedSors] = useState(copied?.plannedSors ?? noSors);
  const [parts, setParts] = useState(noParts);
  const [needs, setNeeds] = useState(copied?.needs ?? emptyNeeds);
  const [files, setFiles] = useState(copied?.files ?? noFiles);
  const [isChecked, setIsChecked] = useState(false);
  const [isWithoutCase, setIsWithoutCase] = useState(false);
  const { data: jobTypes } = useJobTypes();
  const { data: clients } = useClients();
  const { data: openJobs } = useOpenJobs(home?.propertyId ?? null);
  const { homes: sameHomes, isComplete: areSameHomesComplete } = useSameHomes(home);
  const mayAssign = useMay()(assignJob);
  const navigate = useNavigate();
  const queries = useQueryClient();
  const change = (changes: Partial<JobFields>) => setFields({ ...fields, ...changes });
  /** The client of a known home is that of its jobs. */
  const chooseHome = (chosen: Home | null) => {
    setHome(chosen);
    if (chosen === null || chosen.propertyId === null || chosen.propertyId === home?.propertyId)
      return;
    const clientId = chosen.clientId === null ? "" : String(chosen.clientId);
    if (clientId !== fields.clientId) change({ clientId, priorityId: "" });
  };
  const type = jobTypes?.find((each) => String(each.jobDetailTypeId) === fields.jobDetailTypeId);
  const client = clients?.find((each) => String(each.clientId) === fields.clientId);
  const priority = findPriority(client, fields);
  const hasHomeClient = home !== null && home.propertyId !== null && home.clientId !== null;
  const moment = parseLondonTime(fields.time);
  const appointment = { time: fields.time, original: "", confirmed: fields.confirmedTime };
  const isRaised = useRef(false);
  const [firstFields] = useState(fields);
  const isBegun =
    // A job that is being sent, or that was not raised, is not left behind without a question either.
    isChecked ||
    copied !== null ||
    home !== proposedHome ||
    fields !== firstFields ||
    plannedSors !== noSors ||
    parts !== noParts ||
    needs !== emptyNeeds ||
    files !== noFiles;
  const blocker = useBlocker({
    shouldBlockFn: () => isBegun && !isRaised.current,
    enableBeforeUnload: () => isBegun && !isRaised.current,
    withResolver: true,
  });

  const raise = useAction({
    mutationFn: async (input: JobInput) => {
      await request(createJob, { body: buildDraft(jobId, input) });
      // The lists of homes say for which of them a job is raised.
      for (const key of ["jobs", "compliance", "board"])
        await queries.invalidateQueries({ queryKey: [key] });
    },
    // There is another job or another home than is shown, or the account of the engineer is another one.
    onError: async (error) => {
      if (isRaisedByAnother(error)) await queries.invalidateQueries({ queryKey: ["jobs", "open"] });
      if (isHomeKnown(error)) await queries.invalidateQueries({ queryKey: sameHomesKey });
      if (isEngineerDisabled(error)) await queries.invalidateQueries({ queryKey: ["operatives"] });
    },
    onSuccess: () => {
      isRaised.current = true;
      notifications.show({ color: "green", message: "The job is raised" });
      void navigate({ to: "/jobs/$jobId", params: { jobId } });
    },
  });
  // A refusal is about the home and the type that were sent.
  const isRaisedTwice =
    isRaisedByAnother(raise.error) &&
    raise.variables?.home.propertyId === home?.propertyId &&
    raise.variables?.type.jobDetailTypeId === type?.jobDetailTypeId;
  // The list may not have been read again.
  const isListed =
    isRaisedTwice && openJobs?.some((job) => job.jobDetailTypeId === type?.jobDetailTypeId);
  const isHomeRefused = isHomeKnown(raise.error);
  const isHomeChanged = raise.variables?.home !== home;
  const isHomeAsked = isHomeRefused && !isHomeChanged && sameHomes.length > 0;
  const isEngineerRefused = isEngineerDisabled(raise.error);
  const isEngineerChanged = raise.variables?.engineer !== (fields.engineer || null);
  const isRaisedAlready =
    isConflict(raise.error) &&
    !isRaisedByAnother(raise.error) &&
    !isHomeRefused &&
    !isEngineerRefused;
  const isSettled = (isHomeRefused && isHomeChanged) || (isEngineerRefused && isEngineerChanged);

  const isNeedComplete = isWorkValid(plannedSors, parts) && !needs.visitContacts.some(isNameless);
  // The case is one of the proposed home.
  const isOfCase = home !== null && home.propertyId === proposed.home && !isWithoutCase;
  const caseOfJob = isOfCase ? proposed.case : undefined;
  // Who means a new home has read of those that are shown.
  const confirmedHomeIds = areSameHomesComplete
    ? sameHomes.flatMap(({ propertyId }) => propertyId ?? [])
    : undefined;
  const submit = (
    dampCaseId: string | undefined,
    { isAnotherMeant = false, isNewHomeMeant = false } = {},
  ) => {
    setIsChecked(true);
    if (!isHomeComplete(home) || !type || moment === null || !isNeedComplete) return;
    if (findTimeProblem(appointment) !== null) return;
    if (isTooLong(fields.taskDetails, textLimits.taskDetails)) return;
    if (isTooLong(fields.accessNotes, textLimits.accessNotes)) return;
    const { engineer, taskDetails, accessNotes } = fields;
    raise.mutate({
      home,
      type,
      appointmentDateTime: moment,
      engineer: engineer === "" ? null : engineer,
      taskDetails: taskDetails.trim() || null,
      accessNotes: accessNotes.trim() || null,
      jobPriority: priority?.name ?? fields.copiedPriority,
      plannedSors,
      parts,
      needs,
      clientId: readClientId(home, client),
      dampCaseId,
      knownHomeIds: isNewHomeMeant ? confirmedHomeIds : [],
      // Who means another one has read of those that are open.
      openJobIds: isAnotherMeant ? undefined : (openJobs?.map((job) => job.jobId) ?? []),
    });
  };

  return (
    <>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit(caseOfJob);
          focusFirstError(event.currentTarget);
        }}
      >
        {copied && (
          <Text mb="md">
            Copied from job {copied.formattedJobId}: home, client, type, priority, texts, planned
            SORs, forms, alerts, key safe and files to read before the visit. The contacts are those
            of the home. Ordered parts, contacts for that visit alone, photos of the engineer and
            the appointment are not copied.
          </Text>
        )}
        {leftOut && leftOut.alertCodes.length > 0 && (
          <Text mb="md">
            No longer in the list of alerts, so not copied: {leftOut.alertCodes.join(", ")}.
          </Text>
        )}
        {leftOut && leftOut.forms > 0 && (
          <Text mb="md">
            No longer published, so not copied: {formatCount(leftOut.forms, "form")}.
          </Text>
        )}
        {caseOfJob !== undefined && (
          <Text mb="md">
            The job belongs to the case of damp and mould at this home, whatever its type.
          </Text>
        )}
        <HomeFields home={home} onChange={chooseHome} isChecked={isChecked} />
        <OpenJobs jobs={openJobs ?? []} jobDetailTypeId={type?.jobDetailTypeId} />
        <KnownHomes
          homes={sameHomes}
          jobDetailTypeId={type?.jobDetailTypeId}
          onChoose={chooseHome}
        />
        <Section id="work" title="2. What">
          <div className={styles.fields}>
            <NativeSelect
              label="Type"
              value={fields.jobDetailTypeId}
              onChange={({ currentTarget: { value } }) => change({ jobDetailTypeId: value })}
              data={[{ value: "", label: "Choose a type" }, ...groupTypes(jobTypes ?? [])]}
              error={isChecked && !type && "Choose a type"}
            />
            <NativeSelect
              label="Client"
              inputWrapperOrder={["label", "input", "description", "error"]}
              description={hasHomeClient && "That of the home."}
              disabled={hasHomeClient}
              value={fields.clientId}
              onChange={({ currentTarget: { value } }) =>
                change({ clientId: value, priorityId: "", copiedPriority: null })
              }
              data={[
                { value: "", label: "No client" },
                ...(clients ?? []).map(({ clientId, name }) => ({
                  value: String(clientId),
                  label: name,
                })),
              ]}
            />
            <NativeSelect
              label="Priority"
              inputWrapperOrder={["label", "input", "description", "error"]}
              disabled={!client}
              value={priority ? String(priority.priorityId) : ""}
              onChange={({ currentTarget: { value } }) =>
                change({ priorityId: value, copiedPriority: null })
              }
              data={[
                { value: "", label: describeNoPriority(client !== undefined, fields) },
                ...(client?.priorities ?? []).map(({ priorityId, name }) => ({
                  value: String(priorityId),
                  label: name,
                })),
              ]}
              description={priority && describePriority(priority, Date.now())}
            />
            <LongText
              className={styles.wide ?? ""}
              label="What is to be done"
              minRows={3}
              limit={textLimits.taskDetails}
              value={fields.taskDetails}
              onChange={({ currentTarget }) => change({ taskDetails: currentTarget.value })}
            />
            <LongText
              className={styles.wide ?? ""}
              label="How to get in"
              minRows={2}
              limit={textLimits.accessNotes}
              value={fields.accessNotes}
              onChange={({ currentTarget }) => change({ accessNotes: currentTarget.value })}
            />
          </div>
        </Section>
        <Section id="when" title="3. When, and who">
          <div className={styles.fields}>
            <AppointmentField
              label="Appointment (time in London)"
              value={appointment}
              onChange={({ time, confirmed }) => change({ time, confirmedTime: confirmed })}
              isChecked={isChecked}
              note={
                priority && moment !== null ? describeLateness(priority, moment, Date.now()) : null
              }
            />
            {mayAssign && (
              <EngineerField
                moment={moment}
                address={home?.postcode ?? ""}
                jobId={null}
                nobody={strings.nobodyYet}
                value={fields.engineer}
                onChange={(engineer) => change({ engineer })}
              />
            )}
          </div>
        </Section>
        <Section id="needs" title="4. What the visit needs">
          <Text size="sm" mb="sm">
            All of this may be left empty.
          </Text>
          <VisitNeedsFields
            needs={needs}
            onChange={setNeeds}
            files={files}
            onUploaded={(file) => setFiles((known) => [...known, file])}
            isChecked={isChecked}
            opened={copied?.opened ?? []}
          >
            <PlannedWork sors={plannedSors} onChange={setPlannedSors} isChecked={isChecked} />
            <OrderedParts parts={parts} onChange={setParts} isChecked={isChecked} />
          </VisitNeedsFields>
        </Section>
        {isChecked && !isNeedComplete && (
          <Text c="var(--mantine-color-error)" role="alert" mb="md">
            Something is missing or wrong below "What the visit needs".
          </Text>
        )}
        {raise.error && !isListed && !isHomeAsked && !isSettled && (
          <ErrorNotice error={raise.error} />
        )}
        {isEngineerRefused && !isSettled && (
          <Text c="var(--mantine-color-error)" role="alert" mb="md">
            {moveStrings.refusals["engineer-disabled"]}
          </Text>
        )}
        {caseOfJob !== undefined && isCaseRefused(raise.error) && (
          <Group mb="md">
            <Text>The case of damp and mould may have been closed meanwhile.</Text>
            <Button
              variant="default"
              onClick={() => {
                setIsWithoutCase(true);
                submit(undefined);
              }}
            >
              Raise it without the case
            </Button>
          </Group>
        )}
        {isListed && (
          <OpenJobs jobs={openJobs ?? []} jobDetailTypeId={type?.jobDetailTypeId} isRefused />
        )}
        {isRaisedTwice && (
          <Group mb="md">
            <Button variant="default" onClick={() => submit(caseOfJob, { isAnotherMeant: true })}>
              {strings.openJobs.raiseAnother}
            </Button>
          </Group>
        )}
        {isHomeAsked && (
          <>
            <KnownHomes
              homes={sameHomes}
              jobDetailTypeId={type?.jobDetailTypeId}
              onChoose={chooseHome}
              isRefused
            />
            <Group mb="md">
              <Button variant="default" onClick={() => submit(caseOfJob, { isNewHomeMeant: true })}>
                {strings.knownHomes.raiseForNew}
              </Button>
            </Group>
          </>
        )}
        {isRaisedAlready && (
          <Text mb="md">
            This job may have been raised already, before the last change:{" "}
            <AnchorLink to="/jobs/$jobId" params={{ jobId }}>
              look at it
            </AnchorLink>
            .
          </Text>
        )}
        <Group>
          <Button type="submit" loading={raise.isPending}>
            Raise job
          </Button>
          <AnchorLink to="/jobs">Cancel</AnchorLink>
        </Group>
      </form>
      {blocker.status === "blocked" && (
        <ConfirmDialog
          title={strings.leave.title}
          confirm={strings.leave.confirm}
          isDestructive
          isPending={false}
          onConfirm={blocker.proceed}
          onClose={blocker.reset}
        >
          <Text>{raise.isPending ? strings.leave.isSent : strings.leave.lost}</Text>
        </ConfirmDialog>
      )}
    </>
  );
}

function describeNoPriority(hasClient: boolean, { copiedPriority }: JobFields): string {
  if (copiedPriority !== null) return `${copiedPriority}, as before`;
  return hasClient ? "No priority" : "Choose a client first";
}

/** A known home keeps the client that it has, and gets the one that is chosen if it has none. */
function readClientId(home: Home, client: Client | undefined): number | null | undefined {
  if (home.propertyId === null) return client?.clientId ?? null;
  return home.clientId === null ? client?.clientId : undefined;
}

type Client = NonNullable<ReturnType<typeof useClients>["data"]>[number];

/** The priority that was chosen, or the client's that has the name of the copied one. */
function findPriority(
  client: Client | undefined,
  { priorityId, copiedPriority }: JobFields,
): Client["priorities"][number] | undefined {
  return client?.priorities.find((each) =>
    copiedPriority === null ? String(each.priorityId) === priorityId : each.name === copiedPriority,
  );
}

function makeFields(
  { type, day }: RaiseSearch,
  home: Home | null,
  copied: CopiedJob | null,
): JobFields {
  const nextWorkingDay = createWorkingDays().add(londonDay(new Date()), 1);
  return {
    jobDetailTypeId: type ?? copied?.jobDetailTypeId ?? "",
    clientId: home === null || home.clientId === null ? "" : String(home.clientId),
    priorityId: "",
    taskDetails: copied?.taskDetails ?? "",
    accessNotes: copied?.accessNotes ?? "",
    time: `${day ?? nextWorkingDay}T09:00`,
    confirmedTime: "",
    engineer: "",
    copiedPriority: copied?.jobPriority ?? null,
  };
}

/** The types below the name of their category. */
function groupTypes(types: readonly JobType[]) {
  const categories = [...new Set(types.map(({ categoryName }) => categoryName))];
  return categories.map((group) => ({
    group,
    items: types
      .filter(({ categoryName }) => categoryName === group)
      .map(({ jobDetailTypeId, name }) => ({ value: String(jobDetailTypeId), label: name })),
  }));
}
