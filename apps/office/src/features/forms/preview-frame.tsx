import { Alert, Button, Group, NativeSelect, Text, useComputedColorScheme } from "@mantine/core";
import { z } from "@fieldfare/contract";
import {
  type FormBundleAnswer,
  formPreviewPath,
  formPreviewReady,
  type FormPreviewRequest,
  type PreviewSource,
  previewSources,
} from "@fieldfare/contract/office";
import { useEffect, useMemo, useRef, useState } from "react";
import { ErrorNotice } from "../../server/error-notice.tsx";
import styles from "./forms.module.css";
import { useLists } from "./queries.ts";
import { strings } from "./strings.ts";

interface PreviewProps {
  readonly bundle: FormBundleAnswer;
  readonly source: PreviewSource;
  readonly onSource: (source: PreviewSource) => void;
}

const themes = ["light", "night"] as const;

/** A form in a phone's frame, drawn by the engineer's app, to be tried. */
export function Preview({ bundle, source, onSource }: PreviewProps) {
  const scheme = useComputedColorScheme("light");
  const [chosenTheme, setChosenTheme] = useState<(typeof themes)[number] | null>(null);
  const [attempt, setAttempt] = useState(1);
  const lists = useLists();
  const theme = chosenTheme ?? (scheme === "dark" ? "night" : "light");
  const { name } = bundle.definition.definition;
  const rows = lists.data?.rows;
  // Another request begins the form again, so it stays the same as long as nothing in it changes.
  const request = useMemo(
    () => (rows ? ({ kind: "show-form", bundle, source, theme, lists: rows } as const) : null),
    [bundle, rows, source, theme],
  );
  return (
    <div className={styles.withControls}>
      <PreviewFrame key={attempt} name={name} request={request} />
      <div>
        <Text mb="md">{strings.previewAdvice}</Text>
        <NativeSelect
          label={strings.sources}
          maw={300}
          mb="sm"
          value={source}
          onChange={({ currentTarget: { value } }) =>
            onSource(previewSources.find((each) => each === value) ?? source)
          }
          data={previewSources.map((each) => ({ value: each, label: strings.sourceNames[each] }))}
        />
        <NativeSelect
          label={strings.look}
          maw={300}
          mb="md"
          value={theme}
          onChange={({ currentTarget: { value } }) =>
            setChosenTheme(themes.find((each) => each === value) ?? null)
          }
          data={themes.map((each) => ({ value: each, label: strings.looks[each] }))}
        />
        <Group>
          <Button variant="default" onClick={() => setAttempt((number) => number + 1)}>
            {strings.again}
          </Button>
        </Group>
        {lists.error && <ErrorNotice error={lists.error} retry={() => void lists.refetch()} />}
      </div>
    </div>
  );
}

/** How long the page may take until it is ready for a form, ms. */
const readyMs = 20_000;

/** What the frame gets. It parses the rows of the lists itself. */
type SentRequest = Omit<FormPreviewRequest, "lists"> & { readonly lists: readonly object[] };

interface FrameProps {
  readonly name: string;
  /** Null: what it needs is loading. */
  readonly request: SentRequest | null;
}

/**
 * The frame has no origin of its own: the page in it gets neither the session nor the storage of the office. What it
 * says is only that it is ready.
 */
function PreviewFrame({ name, request }: FrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [isReady, setIsReady] = useState(false);
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    const listen = (event: MessageEvent<unknown>) => {
      if (event.source !== frame.current?.contentWindow) return;
      if (z.safeParse(formPreviewReady, event.data).success) setIsReady(true);
    };
    const timer = setTimeout(() => setIsLate(true), readyMs);
    addEventListener("message", listen);
    return () => {
      clearTimeout(timer);
      removeEventListener("message", listen);
    };
  }, []);
  useEffect(() => {
    // A page without an origin cannot be named as the receiver. Nothing in the request is secret.
    if (isReady && request) frame.current?.contentWindow?.postMessage(request, "*");
  }, [isReady, request]);
  return (
    <div>
      {isLate && !isReady && (
        <Alert
          role="alert"
          color="var(--danger)"
          variant="outline"
          title={strings.notReady}
          mb="sm"
        >
          {strings.notReadyAdvice}
        </Alert>
      )}
      <div className={styles.phone}>
        <iframe
          ref={frame}
          title={strings.frame(name)}
          src={formPreviewPath}
          sandbox="allow-scripts"
        />
      </div>
    </div>
  );
}
