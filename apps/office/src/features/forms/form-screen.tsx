import { Button, Skeleton, Text, VisuallyHidden } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import type { CallAnswer } from "@fieldfare/contract";
import {
  publishForms,
  type readForm,
  republishForm,
  toFormFile,
  withdrawForm,
} from "@fieldfare/contract/office";
import { useParams } from "@tanstack/react-router";
import { useState } from "react";
import { useMay } from "../../server/account.ts";
import { ErrorNotice } from "../../server/error-notice.tsx";
import { request } from "../../server/request.ts";
import { useAction } from "../../server/use-action.ts";
import { AnchorLink } from "../../ui/anchor-link.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { formatMoment } from "../../ui/dates.ts";
import { downloadFile } from "../../ui/download.ts";
import { Empty } from "../../ui/empty.tsx";
import { Facts } from "../../ui/facts.tsx";
import { announce } from "../../ui/live-region.tsx";
import { MorePages } from "../../ui/more-pages.tsx";
import { Page, Section } from "../../ui/page.tsx";
import table from "../../ui/table.module.css";
import { ChangeList } from "./change-list.tsx";
import styles from "./forms.module.css";
import { namePublisher } from "./name-publisher.ts";
import { readVersion, useForm, useReload, useVersions } from "./queries.ts";
import { StatePill } from "./state-pill.tsx";
import { strings } from "./strings.ts";

type FormAnswer = CallAnswer<typeof readForm>;

/** A form: its current version, what uses it, and all its versions. */
export function FormScreen() {
  const { customFormId } = useParams({ from: "/forms/$customFormId" });
  const { data, error, refetch } = useForm(customFormId);
  if (!data)
    return (
      <Page title={strings.form}>
        {error ? (
          <ErrorNotice error={error} retry={() => void refetch()} />
        ) : (
          <Skeleton h={240} role="status" aria-label={strings.loadingForm} />
        )}
      </Page>
    );
  const { form } = data;
  return (
    <Page
      title={form.name}
      aside={
        <>
          <ButtonLink
            to="/forms/$customFormId/preview"
            params={{ customFormId }}
            variant="default"
            preload={false}
          >
            {strings.preview}
          </ButtonLink>
          <StateAction form={form} />
          <PublishLink />
        </>
      }
    >
      <CurrentVersion form={data} />
      <Versions customFormId={customFormId} />
      <Offers offers={data.offers} isSubForm={form.isSubForm} />
      <Uses form={data} />
      <OpenJobs form={data} />
    </Page>
  );
}

function PublishLink() {
  const may = useMay();
  return (
    may(publishForms) && (
      <ButtonLink to="/forms/publish" preload={false}>
        {strings.publishVersion}
      </ButtonLink>
    )
  );
}

/** Withdraws the form, or publishes it again. */
function StateAction({ form }: { readonly form: FormAnswer["form"] }) {
  const [isAsking, setIsAsking] = useState(false);
  const may = useMay();
  const reload = useReload();
  const { customFormId, version, name, withdrawn } = form;
  const isWithdrawn = withdrawn !== null;
  const change = useAction({
    mutationFn: () =>
      request(isWithdrawn ? republishForm : withdrawForm, {
        params: { customFormId },
        body: { version },
      }),
    onSuccess: () => {
      setIsAsking(false);
      const message = isWithdrawn ? strings.republished(name) : strings.withdrawn(name);
      notifications.show({ message });
      announce(message);
    },
    // Also after an error: somebody else may have changed it.
    onSettled: reload,
  });
  if (!may(withdrawForm)) return null;
  const notes = isWithdrawn ? strings.republishNotes : strings.withdrawNotes;
  return (
    <>
      <Button variant="default" onClick={() => setIsAsking(true)}>
        {isWithdrawn ? strings.republish : strings.withdraw}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={isWithdrawn ? strings.republishTitle(name) : strings.withdrawTitle(name)}
          confirm={isWithdrawn ? strings.republish : strings.withdraw}
          isDestructive={!isWithdrawn}
          isPending={change.isPending}
          onConfirm={() => change.mutate()}
          onClose={() => {
            change.reset();
            setIsAsking(false);
          }}
        >
          <ul className={styles.changes}>
            {notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
          {change.error && <ErrorNotice error={change.error} />}
        </ConfirmDialog>
      )}
    </>
  );
}

function CurrentVersion({ form: { form, completed } }: { readonly form: FormAnswer }) {
  const { version, publishedOn, description, withdrawn, openJobs } = form;
  return (
    <Section id="current" title={strings.facts}>
      <Facts
        facts={[
          [strings.version, String(version)],
          [
            strings.state,
            <>
              <StatePill isWithdrawn={withdrawn !== null} />{" "}
              {withdrawn &&
                strings.withdrawnSince(formatMoment(withdrawn.on), withdrawn.by ?? strings.folder)}
            </>,
          ],
          [strings.publishedOn, `${formatMoment(publishedOn)}, ${namePublisher(form)}`],
          [strings.openJobs, openJobs.toLocaleString("en-GB")],
          [strings.completed, strings.completedCount(completed)],
          [strings.description, description],
        ]}
      />
    </Section>
  );
}

function Versions({ customFormId }: { readonly customFormId: string }) {
  const pages = useVersions(customFormId);
  const versions = pages.data?.pages.flat();
  const download = useAction({
    mutationFn: async (version: number) => {
      const { definition } = await readVersion(customFormId, version);
      const json = `${JSON.stringify(toFormFile(definition), null, 2)}\n`;
      downloadFile(
        new Blob([json], { type: "application/json" }),
        `${fileName(definition.definition.name)}-${version}.json`,
      );
    },
  });
  return (
    <Section id="versions" title={strings.versions}>
      {pages.error && <ErrorNotice error={pages.error} retry={() => void pages.refetch()} />}
      {download.error && <ErrorNotice error={download.error} />}
      {!versions && !pages.error && <Skeleton h={160} />}
      {versions && (
        <>
          <div className={table.scroll}>
            <table className={table.table} aria-label={strings.versions}>
              <thead>
                <tr>
                  <th scope="col">{strings.version}</th>
                  <th scope="col">{strings.publishedOn}</th>
                  <th scope="col">{strings.by}</th>
                  <th scope="col">{strings.changes}</th>
                  <th scope="col">
                    <VisuallyHidden>{strings.actions}</VisuallyHidden>
                  </th>
                </tr>
              </thead>
              <tbody>
                {versions.map((each) => (
                  <tr key={each.version}>
                    <th scope="row" className={styles.number}>
                      {each.version}
                    </th>
                    <td className={table.nowrap}>{formatMoment(each.publishedOn)}</td>
                    <td>{namePublisher(each)}</td>
                    <td>
                      {each.changes ? <ChangeList changes={each.changes} /> : strings.firstVersion}
                    </td>
                    <td>
                      <div className={styles.actions}>
                        <AnchorLink
                          to="/forms/$customFormId/preview"
                          params={{ customFormId }}
                          search={{ version: String(each.version) }}
                          aria-label={strings.previewNamed(each.version)}
                        >
                          {strings.preview}
                        </AnchorLink>
                        <Button
                          size="compact-sm"
                          variant="default"
                          aria-label={strings.downloadNamed(each.version)}
                          disabled={download.isPending}
                          onClick={() => download.mutate(each.version)}
                        >
                          {strings.download}
                        </Button>
                      </div>
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          <MorePages pages={pages} label={strings.moreVersions}>
            {strings.versionsShown(versions.length)}
          </MorePages>
        </>
      )}
    </Section>
  );
}

/** A name that every system takes: "landlord-gas-safety-record". */
function fileName(name: string): string {
  const words = name.toLowerCase().match(/[a-z0-9]+/g) ?? ["form"];
  return words.join("-").slice(0, 60);
}

function Offers(props: { readonly offers: FormAnswer["offers"]; readonly isSubForm: boolean }) {
  const { offers, isSubForm } = props;
  return (
    <Section id="offers" title={strings.offers}>
      {isSubForm && <Text>{strings.offersNone}</Text>}
      {offers.length > 0 && (
        <div className={table.scroll}>
          <table className={table.table} aria-label={strings.offers}>
            <thead>
              <tr>
                <th scope="col">{strings.category}</th>
                <th scope="col">{strings.detail}</th>
                <th scope="col">{strings.stage}</th>
                <th scope="col">{strings.requirement}</th>
              </tr>
            </thead>
            <tbody>
              {offers.map((offer) => (
                <tr
                  key={[
                    offer.jobCategoryId,
                    offer.jobDetailTypeId,
                    offer.jobStageId,
                    offer.usageRequirement,
                  ].join()}
                >
                  <td>{nameOrId(offer.categoryName, offer.jobCategoryId)}</td>
                  <td>{nameOrId(offer.detailTypeName, offer.jobDetailTypeId)}</td>
                  <td>{nameOrId(offer.stageName, offer.jobStageId)}</td>
                  <td>{strings.requirements[offer.usageRequirement]}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Section>
  );
}

function nameOrId(name: string | null, id: number | null): string {
  return name ?? (id === null ? strings.any : `${id} (${strings.unknown})`);
}

function Uses({ form: { subForms, usedBy } }: { readonly form: FormAnswer }) {
  return (
    <Section id="uses" title={strings.uses}>
      <Text fw={600}>{strings.usedBy}</Text>
      {usedBy.length === 0 ? (
        <Text mb="sm">{strings.usedByNone}</Text>
      ) : (
        <FormLinks forms={usedBy} />
      )}
      <Text fw={600}>{strings.includes}</Text>
      {subForms.length === 0 ? <Text>{strings.includesNone}</Text> : <FormLinks forms={subForms} />}
    </Section>
  );
}

function FormLinks(props: {
  readonly forms: readonly {
    readonly customFormId: string;
    readonly name: string;
    readonly version: number;
    readonly isWithdrawn?: boolean;
  }[];
}) {
  return (
    <ul className={styles.links}>
      {props.forms.map(({ customFormId, name, version, isWithdrawn = false }) => (
        <li key={`${customFormId} ${version}`}>
          <AnchorLink to="/forms/$customFormId" params={{ customFormId }}>
            {name}
          </AnchorLink>{" "}
          ({strings.usedVersion(version)})
          {isWithdrawn && (
            <>
              {" "}
              <StatePill isWithdrawn />
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

function OpenJobs({ form: { form, openJobs } }: { readonly form: FormAnswer }) {
  return (
    <Section id="open-jobs" title={strings.openJobs}>
      {openJobs.length === 0 && <Empty title={strings.openJobsNone} />}
      {openJobs.length > 0 && (
        <>
          <div className={table.scroll}>
            <table className={table.table} aria-label={strings.openJobs}>
              <thead>
                <tr>
                  <th scope="col">{strings.job}</th>
                  <th scope="col">{strings.jobStatus}</th>
                  <th scope="col">{strings.appointment}</th>
                  <th scope="col">{strings.version}</th>
                  <th scope="col">{strings.progress}</th>
                </tr>
              </thead>
              <tbody>
                {openJobs.map((job) => (
                  <tr key={job.jobId}>
                    <td>
                      <AnchorLink to="/jobs/$jobId" params={{ jobId: job.jobId }}>
                        {job.formattedJobId}
                      </AnchorLink>
                    </td>
                    <td>{job.status}</td>
                    <td className={table.nowrap}>{formatMoment(job.appointmentDateTime)}</td>
                    <td className={styles.number}>{job.version}</td>
                    <td>{strings.progresses[job.completionStatus]}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          <Text c="dimmed" mt="xs">
            {strings.openJobsShown(openJobs.length, form.openJobs)}
          </Text>
        </>
      )}
    </Section>
  );
}
