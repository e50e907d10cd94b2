import { Alert, Button, List, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import type { PhoneSettingsReport } from "@fieldfare/contract/office";
import { useState } from "react";
import { ErrorNotice } from "../../server/error-notice.tsx";
import { isConflict } from "../../server/send-request.ts";
import { useAction } from "../../server/use-action.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { formatMoment } from "../../ui/dates.ts";
import { Facts } from "../../ui/facts.tsx";
import { LoadingRows } from "../../ui/loading-rows.tsx";
import { Page, Section } from "../../ui/page.tsx";
import {
  applyChosen,
  type Draft,
  isSameDraft,
  listChanges,
  makeDraft,
  readDraft,
} from "./draft.ts";
import styles from "./phone-settings.module.css";
import { usePhoneSettings, useSave } from "./queries.ts";
import { SettingRow } from "./setting-row.tsx";
import { describeValue, strings } from "./strings.ts";

/** Shows what the server lets phones do, where each value comes from, and how many phones have it; changes it. */
export function PhoneSettingsScreen() {
  const { data: report, error, refetch } = usePhoneSettings();
  return (
    <Page title={strings.title}>
      {error && <ErrorNotice error={error} retry={() => void refetch()} />}
      {!report && !error && <LoadingRows label={strings.loading} count={10} height={64} />}
      {report && (
        <>
          <Reach report={report} />
          <SettingsForm report={report} refetch={() => refetch()} />
          <ServerFacts report={report} />
        </>
      )}
    </Page>
  );
}

interface ReportProps {
  readonly report: PhoneSettingsReport;
}

function Reach({ report: { changedOn, phones, phonesWithThem } }: ReportProps) {
  return (
    <div className={styles.reach}>
      <Facts
        facts={[
          [strings.changedOn, changedOn === null ? strings.neverChanged : formatMoment(changedOn)],
          [strings.reach, strings.reached(phonesWithThem, phones)],
        ]}
      />
    </div>
  );
}

interface SettingsFormProps extends ReportProps {
  readonly refetch: () => Promise<unknown>;
}

function SettingsForm({ report, refetch }: SettingsFormProps) {
  // Null: nothing is typed, so what is stored is shown.
  const [typed, setTyped] = useState<Draft | null>(null);
  const [isChecked, setIsChecked] = useState(false);
  const [isReviewing, setIsReviewing] = useState(false);
  const stored = makeDraft(report.chosen);
  const draft = typed ?? stored;
  const { chosen, issues } = readDraft(draft, report.server);
  const isChanged = !isSameDraft(draft, stored);
  const store = useSave();
  const save = useAction({
    mutationFn: () => store(chosen, report.version),
    onSuccess: () => {
      setTyped(null);
      setIsReviewing(false);
      setIsChecked(false);
      notifications.show({ color: "green", message: strings.saved });
    },
    onError: async (error) => {
      if (!isConflict(error)) return;
      setIsReviewing(false);
      await refetch();
    },
  });
  const review = () => {
    setIsChecked(true);
    if (issues.size === 0) setIsReviewing(true);
  };
  const discard = () => {
    setTyped(null);
    setIsChecked(false);
    save.reset();
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        review();
      }}
      noValidate
    >
      {save.error && isConflict(save.error) && (
        <Alert
          role="alert"
          color="var(--warn)"
          variant="outline"
          title={strings.changedTitle}
          mb="md"
        >
          {strings.changedAdvice}
        </Alert>
      )}
      {strings.sections.map(({ id, title, note, names }) => (
        <Section key={id} id={id} title={title}>
          <Text mb="sm">{note}</Text>
          {names.map((name) => (
            <SettingRow
              key={name}
              name={name}
              otherwise={report.otherwise}
              value={draft[name]}
              error={isChecked ? (issues.get(name) ?? null) : null}
              onChange={(value) => {
                const { [name]: _replaced, ...others } = draft;
                setTyped(value === undefined ? others : { ...others, [name]: value });
              }}
            />
          ))}
        </Section>
      ))}
      <div className={styles.bar}>
        <Text role="status">
          {isChecked && issues.size > 0
            ? strings.wrong
            : isChanged
              ? strings.unsaved
              : strings.nothingChanged}
        </Text>
        <Button variant="default" disabled={!isChanged} onClick={discard}>
          {strings.discard}
        </Button>
        <Button type="submit" disabled={!isChanged}>
          {strings.review}
        </Button>
      </div>
      {isReviewing && (
        <ConfirmDialog
          title={strings.confirmTitle}
          confirm={strings.confirm}
          isPending={save.isPending}
          onConfirm={() => save.mutate()}
          onClose={() => setIsReviewing(false)}
        >
          <Changes report={report} chosen={chosen} />
          <Text>{strings.when}</Text>
          {save.error && !isConflict(save.error) && <ErrorNotice error={save.error} />}
        </ConfirmDialog>
      )}
    </form>
  );
}

interface ChangesProps extends ReportProps {
  readonly chosen: ReturnType<typeof readDraft>["chosen"];
}

function Changes({ report, chosen }: ChangesProps) {
  const names = listChanges(report, chosen);
  if (names.length === 0) return <Text>{strings.noEffect}</Text>;
  const next = applyChosen(report.otherwise, chosen);
  return (
    <List spacing="xs">
      {names.map((name) => (
        <List.Item key={name}>
          <span className={styles.label}>{strings.settings[name].label}</span>:{" "}
          {strings.from(describeValue(name, report.inForce), describeValue(name, next))}
          <p className={styles.means}>{strings.settings[name].means}</p>
        </List.Item>
      ))}
    </List>
  );
}

function ServerFacts({ report: { server } }: ReportProps) {
  return (
    <Section id="server" title={strings.server}>
      <Text mb="sm">{strings.serverNote}</Text>
      <Facts
        facts={[
          [strings.address, server.publicUrl ?? strings.noAddress],
          [strings.provider, server.providerSignIn ? strings.on : strings.off],
          [strings.bounds, `${server.syncMinSizeInMb} to ${server.syncMaxSizeInMb} megabytes`],
          [strings.adminPath, server.adminPath],
        ]}
      />
    </Section>
  );
}
