import { Skeleton } from "@mantine/core";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { ErrorNotice } from "../../server/error-notice.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { Page } from "../../ui/page.tsx";
import styles from "./forms.module.css";
import { Preview } from "./preview-frame.tsx";
import { useForm, useVersion } from "./queries.ts";
import { strings } from "./strings.ts";

/** A version of a form as an engineer sees it. */
export function PreviewScreen() {
  const { customFormId } = useParams({ from: "/forms/$customFormId/preview" });
  const { version, source = "gas-home" } = useSearch({ from: "/forms/$customFormId/preview" });
  const navigate = useNavigate({ from: "/forms/$customFormId/preview" });
  const form = useForm(customFormId);
  const number = version === undefined ? (form.data?.form.version ?? null) : Number(version);
  const bundle = useVersion(customFormId, number);
  const error = form.error ?? bundle.error;
  const name = bundle.data?.definition.definition.name ?? form.data?.form.name ?? strings.form;
  return (
    <Page
      title={
        number === null
          ? strings.previewTitle(name)
          : `${strings.previewTitle(name)}, ${strings.usedVersion(number)}`
      }
      aside={
        <ButtonLink
          to="/forms/$customFormId"
          params={{ customFormId }}
          variant="default"
          preload={false}
        >
          {strings.form}
        </ButtonLink>
      }
    >
      {error && (
        <ErrorNotice error={error} retry={() => void (form.error ? form : bundle).refetch()} />
      )}
      {!bundle.data && !error && (
        <div className={styles.loading}>
          <Skeleton h="100%" w={390} role="status" aria-label={strings.loadingForm} />
        </div>
      )}
      {bundle.data && (
        <Preview
          bundle={bundle.data}
          source={source}
          onSource={(chosen) =>
            void navigate({ search: (before) => ({ ...before, source: chosen }), replace: true })
          }
        />
      )}
    </Page>
  );
}
