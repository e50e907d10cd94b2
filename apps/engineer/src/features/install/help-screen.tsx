import { useCanGoBack, useRouter, useRouterState } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { SupportPhone } from "../../phone/support-phone.tsx";
import { Button } from "../../ui/button.tsx";
import { Page } from "../../ui/page.tsx";
import { parseErrorCode, type HelpTopic, helpTopics } from "./error-codes.ts";
import styles from "./help-screen.module.css";
import { HelpText } from "./help-text.tsx";
import { strings } from "./strings.ts";

const topics: readonly HelpTopic[] = [
  "camera",
  "notifications",
  "location",
  "browser",
  "configuration",
  "duplicate",
];

/** The help for the installation. The error code in the history state opens its topic. */
export function HelpScreen() {
  const router = useRouter();
  const code = useRouterState({
    select: ({ location }) => parseErrorCode(location.state.errorCode),
  });
  const [open, setOpen] = useState<HelpTopic | null>(code && helpTopics[code]);
  const first = useRef<HTMLDetailsElement>(null);
  const text = strings().help;
  const canGoBack = useCanGoBack();
  // A page that was opened by its address has nothing to go back to: the guard continues from home.
  const goBack = () => (canGoBack ? router.history.back() : void router.navigate({ to: "/" }));
  useEffect(() => {
    first.current?.scrollIntoView({ block: "nearest" });
  }, []);
  return (
    <Page
      title={text.title}
      bare
      back={goBack}
      main={
        <Button kind="main" onClick={goBack}>
          {text.goBack}
        </Button>
      }
    >
      {topics.map((topic) => (
        <details
          key={topic}
          className={styles.topic}
          open={open === topic}
          ref={open === topic ? first : undefined}
        >
          <summary
            onClick={(event) => {
              event.preventDefault();
              setOpen(open === topic ? null : topic);
            }}
          >
            {text.topics[topic].title}
          </summary>
          <HelpText topic={topic} />
        </details>
      ))}
      <SupportPhone />
    </Page>
  );
}
