import { Alert, Button, FileInput, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import {
  type CheckedForm,
  maxFormsAtOnce,
  type PreviewSource,
  publishForms,
} from "@fieldfare/contract/office";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { ErrorNotice } from "../../server/error-notice.tsx";
import { request } from "../../server/request.ts";
import { useAction } from "../../server/use-action.ts";
import { ButtonLink } from "../../ui/button-link.tsx";
import card from "../../ui/card.module.css";
import { announce } from "../../ui/live-region.tsx";
import { LoadingRows } from "../../ui/loading-rows.tsx";
import { Page, Section } from "../../ui/page.tsx";
import table from "../../ui/table.module.css";
import { ChangeList } from "./change-list.tsx";
import styles from "./forms.module.css";
import { Preview } from "./preview-frame.tsx";
import { useReload } from "./queries.ts";
import { type ChosenFile, readFiles } from "./read-files.ts";
import { strings } from "./strings.ts";

interface Checked {
  readonly files: readonly ChosenFile[];
  /** One for each file with a form. */
  readonly forms: readonly CheckedForm[];
}

/** Leads from JSON files to published forms: choose them, see what the check finds and what changes, and publish. */
export function PublishScreen() {
  const [chosen, setChosen] = useState<File[]>([]);
  const check = useAction({
    mutationFn: async (files: readonly File[]): Promise<Checked> => {
      const read = await readFiles(files);
      const forms = read.flatMap(({ content }) => (content ? [{ file: content }] : []));
      if (forms.length === 0) return { files: read, forms: [] };
      const answer = await request(publishForms, { body: { forms, isDryRun: true } });
      return { files: read, forms: answer.forms };
    },
  });
  const isTooMany = chosen.length > maxFormsAtOnce;
  return (
    <Page
      title={strings.publishTitle}
      aside={
        <ButtonLink to="/forms" variant="default" preload={false}>
          {strings.title}
        </ButtonLink>
      }
    >
      <Section id="choose" title={strings.chooseTitle}>
        <Text mb="sm" maw={760}>
          {strings.chooseAdvice}
        </Text>
        <FileInput
          label={strings.files}
          placeholder={strings.choose}
          accept=".json,application/json"
          multiple
          maw={480}
          value={chosen}
          onChange={(files) => {
            setChosen(files);
            check.reset();
            if (files.length > 0 && files.length <= maxFormsAtOnce) check.mutate(files);
          }}
          error={isTooMany && strings.tooMany(maxFormsAtOnce)}
        />
        {check.error && <ErrorNotice error={check.error} retry={() => check.mutate(chosen)} />}
      </Section>
      {check.isPending && <LoadingRows label={strings.checking} count={3} height={60} />}
      {check.data && (
        <Result
          key={check.submittedAt}
          checked={check.data}
          onCheckAgain={() => check.mutate(chosen)}
        />
      )}
    </Page>
  );
}

function Result({
  checked: { files, forms },
  onCheckAgain,
}: {
  readonly checked: Checked;
  readonly onCheckAgain: () => void;
}) {
  const navigate = useNavigate();
  const reload = useReload();
  const readable = files.filter(({ content }) => content !== null);
  const isPublishable =
    readable.length === files.length && forms.every(({ findings }) => findings.length === 0);
  const publish = useAction({
    mutationFn: () =>
      request(publishForms, {
        body: {
          forms: readable.flatMap(({ content }, index) =>
            content
              ? [
                  {
                    file: content,
                    expectedVersion: forms[index]?.currentVersion ?? null,
                    expectedWithdrawn: forms[index]?.isWithdrawn ?? false,
                  },
                ]
              : [],
          ),
          isDryRun: false,
        },
      }),
    onSuccess: async (answer) => {
      const message = strings.published(answer.forms.length);
      notifications.show({ message });
      announce(message);
      await reload();
      const [first] = answer.forms;
      await (answer.forms.length === 1 && first?.customFormId
        ? navigate({
            to: "/forms/$customFormId",
            params: { customFormId: first.customFormId },
          })
        : navigate({ to: "/forms" }));
    },
  });
  return (
    <>
      <Section id="checked" title={strings.checkedTitle}>
        {files.map((file) => {
          const form = forms[readable.indexOf(file)];
          return (
            <div key={file.fileName} className={card.card}>
              {form ? (
                <CheckedFile fileName={file.fileName} form={form} />
              ) : (
                <UnreadableFile file={file} />
              )}
            </div>
          );
        })}
      </Section>
      <Section id="publish" title={strings.publishedTitle}>
        <Text mb="md" maw={760}>
          {isPublishable ? strings.publishAdvice : strings.correctFirst}
        </Text>
        {isPublishable && (
          <Button loading={publish.isPending} onClick={() => publish.mutate()}>
            {strings.publish(forms.length)}
          </Button>
        )}
        {publish.error && (
          <>
            <ErrorNotice error={publish.error} />
            <Button variant="default" onClick={onCheckAgain}>
              {strings.checkAgain}
            </Button>
          </>
        )}
      </Section>
    </>
  );
}

function UnreadableFile({ file: { fileName, error } }: { readonly file: ChosenFile }) {
  return (
    <>
      <Text fw={600}>{fileName}</Text>
      <Alert role="alert" color="var(--danger)" variant="outline" title={error} mt="xs">
        {strings.notJsonAdvice}
      </Alert>
    </>
  );
}

function CheckedFile(props: { readonly fileName: string; readonly form: CheckedForm }) {
  const { fileName, form } = props;
  const [isShown, setIsShown] = useState(false);
  const [source, setSource] = useState<PreviewSource>("gas-home");
  const { name, version, currentVersion, isWithdrawn, findings, changes, bundle } = form;
  return (
    <>
      <Text fw={600}>
        {fileName}
        {name !== null && `: ${name}`}
      </Text>
      {version !== null && (
        <Text c="dimmed">
          {currentVersion === null
            ? strings.versionFirst(version)
            : strings.versionAfter(version, currentVersion)}
        </Text>
      )}
      {isWithdrawn && <Text>{strings.offeredAgain}</Text>}
      {findings.length > 0 ? (
        <Findings name={fileName} findings={findings} />
      ) : (
        <Text my="xs">{strings.fits}</Text>
      )}
      {changes && (
        <>
          <Text fw={600} mt="sm">
            {strings.differences}
          </Text>
          {changes.length > 0 ? <ChangeList changes={changes} /> : strings.noDifferences}
        </>
      )}
      {bundle && (
        <Button mt="md" variant="default" onClick={() => setIsShown(!isShown)}>
          {isShown ? strings.hidePreview : strings.showPreview}
        </Button>
      )}
      {bundle && isShown && (
        <div className={styles.inFile} ref={bringIntoView}>
          <Preview bundle={bundle} source={source} onSource={setSource} />
        </div>
      )}
    </>
  );
}

/** The preview begins below the button that shows it, often below the end of the window. */
function bringIntoView(preview: HTMLElement | null): void {
  preview?.scrollIntoView({ block: "nearest" });
}

function Findings(props: { readonly name: string; readonly findings: CheckedForm["findings"] }) {
  const { name, findings } = props;
  const title = strings.findingsTitle(findings.length);
  return (
    <>
      <Text role="alert" my="xs" c="var(--danger)">
        {title}
      </Text>
      <div className={table.scroll}>
        <table className={table.table} aria-label={`${name}: ${title}`}>
          <thead>
            <tr>
              <th scope="col">{strings.place}</th>
              <th scope="col">{strings.finding}</th>
              <th scope="col">{strings.advice}</th>
            </tr>
          </thead>
          <tbody>
            {findings.map(({ path, place, message, advice }) => (
              <tr key={`${path} ${message}`}>
                <td dir="auto">
                  {place || (path === "" ? strings.wholeForm : "")}
                  <span className={styles.path}>{path}</span>
                </td>
                <td dir="auto">{message}</td>
                <td>{advice}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
