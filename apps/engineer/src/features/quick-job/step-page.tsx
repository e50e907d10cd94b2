import type { ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import { Banner } from "../../ui/banner.tsx";
import { Page } from "../../ui/page.tsx";
import { usePhoneBack } from "../../ui/phone-back.ts";
import { StepHeading } from "../../ui/step-heading.tsx";
import type { StepFrame } from "./state.ts";
import { strings } from "./strings.ts";

/** The page of one step, with its number, the number of steps and Back. */
export function StepPage(props: { frame: StepFrame; main?: ReactNode; children: ReactNode }) {
  const { step, number, all, isReopened, back, discard } = props.frame;
  usePhoneBack(number > 1 ? back : null);
  const text = strings();
  return (
    <Page
      title={text.title}
      back={back}
      actions={<Button kind="header" icon="trash" label={text.discard} onClick={discard} />}
      main={props.main}
    >
      <StepHeading title={text.steps[step]} position={text.stepPosition(number, all)} />
      {isReopened && (
        <Banner tone="info" title={text.reopened}>
          {text.reopenedText}
        </Banner>
      )}
      {props.children}
    </Page>
  );
}

/** Submits the form with the id `form`, which may be elsewhere on the page. `busy` is its text while that runs. */
export function NextButton({ form, busy }: { form?: string; busy?: string | false }) {
  return (
    <Button kind="main" type="submit" {...(form && { form })} {...(busy && { busy })}>
      {strings().next}
    </Button>
  );
}
