import type { PropertyAppliance } from "@fieldfare/contract";
import { completeJobForm, type JobForm, keepUnshown, rememberAnswers } from "@fieldfare/device";
import type { FormFinding, FormKit, OpenForm } from "@fieldfare/forms";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import type { PageModel } from "survey-core";
import { useDevice, useSession } from "../../../../device/device.tsx";
import { speakRefusal } from "../../../../device/refusals.ts";
import { Button } from "../../../../ui/button.tsx";
import { confirm } from "../../../../ui/dialog.tsx";
import { Banner } from "../../../../ui/notice.tsx";
import { Page } from "../../../../ui/page.tsx";
import { usePhoneBack } from "../../../../ui/phone-back.ts";
import { showToast } from "../../../../ui/toast.tsx";
import { useUnsafePoint } from "../../../../ui/unsafe-point.ts";
import { isTakingIn } from "../../photos/intake.ts";
import { useRest } from "../../rest.ts";
import type { JobScreen } from "../../selected-job.tsx";
import { words as jobWords } from "../../words.ts";
import { Unusable } from "../unusable.tsx";
import { words } from "../words.ts";
import { FillingProvider } from "./context.ts";
import { AllPassed, Elements } from "./elements.tsx";
import { FindingList } from "./finding-list.tsx";
import styles from "./filling.module.css";
import { FormProgress } from "./form-progress.tsx";
import { useKeptForm } from "./kept-form.ts";
import { NoticeOffer, useNoticeOffer } from "./notice-offer.tsx";
import { useModel, useText } from "./model.ts";
import { contextOf, openJobForm } from "./opening.ts";
import { useFreshChoices } from "./fresh-choices.ts";
import { firstWrong, focusQuestion } from "./wrong.ts";
import { placeOfQuestion } from "./place.ts";
import { type ToFix, useToFix } from "./to-fix.ts";

const list = "/jobs/selected/forms";

type Props = JobScreen & {
  readonly customFormId: string;
  readonly isEditable: boolean;
  readonly form: JobForm;
  readonly kit: FormKit;
  /** False once another window has taken the form over. */
  readonly isHere: () => boolean;
};

/** A form of the job with the library's model behind it and the app's own fields in front. */
export function FillForm(props: Props) {
  const { job, form, kit, isEditable } = props;
  const device = useDevice();
  const engineer = useSession().user?.name ?? "";
  const [open] = useState(() =>
    openJobForm(form, kit, contextOf(device, job, engineer, form), !isEditable),
  );
  useFreshChoices(open, job, engineer, form);
  const isUnshown = isEditable && open === null;
  useEffect(() => {
    if (isUnshown) void keepUnshown(device, job.jobId, kit.definition).catch(() => undefined);
  }, [device, isUnshown, job.jobId, kit]);
  return open ? <Fill {...props} open={open} /> : <Unusable {...words().notUsable} />;
}

function Fill(props: Props & { open: OpenForm }) {
  const { job, customFormId, form, kit, isEditable, open } = props;
  const { model } = open;
  useUnsafePoint(isEditable);
  useModel(model);
  const device = useDevice();
  const navigate = useNavigate();
  const spoken = words();
  const filling = useKeptForm(props);
  const { later, keeper, draft, setPanel } = filling;
  const { toFix, showToFix } = useToFix(open);
  const notice = useNoticeOffer(props);
  const [isBusy, setBusy] = useState(false);
  const isWarned = useRef(false);

  const turn = (work: () => void) => {
    later.now();
    const before = model.currentPage as unknown;
    filling.quietly(work);
    if (model.currentPage === before) return;
    setPanel(null);
    scrollTo(0, 0);
    keeper.turn(draft());
    void keeper.save();
  };
  const showWrong = () => {
    filling.countCheck();
    const question = firstWrong(model.currentPage);
    if (!question) return;
    const at = placeOfQuestion(question);
    if (at.length > 1) setPanel(at.slice(0, -1));
    focusQuestion();
  };
  const next = () =>
    turn(() => {
      if (!model.nextPage()) showWrong();
    });
  const back = () => turn(() => model.prevPage());
  usePhoneBack(model.isFirstPage ? null : back);
  const goTo = ({ finding, question }: ToFix) => {
    later.now();
    const at = placeOfQuestion(question);
    const page = model.visiblePages[finding.page];
    if (page) model.currentPage = page;
    setPanel(at.length > 1 ? at.slice(0, -1) : null);
    focusQuestion(question);
  };
  const lookAt = (findings: readonly FormFinding[]) => {
    filling.countCheck();
    const first = showToFix(findings);
    if (first) goTo(first);
  };
  const complete = async () => {
    if (isTakingIn(customFormId)) {
      showToast({ text: spoken.photos.adding, kind: "warn" });
      return;
    }
    setBusy(true);
    // Looking at every question takes a moment: the button says so first.
    await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)));
    later.now();
    let result = open.complete();
    setBusy(false);
    if (!result.ok) {
      lookAt(result.findings.filter(({ severity }) => severity === "error"));
      return;
    }
    if (result.findings.length > 0 && !(await isRightAsItIs(result.findings))) {
      lookAt(result.findings);
      return;
    }
    const isNoticeWanted = await notice.isWanted();
    if (isNoticeWanted) {
      notice.quote();
      result = open.complete();
      if (!result.ok) return;
    }
    setBusy(true);
    filling.finish(true);
    await keeper.settle();
    if (!props.isHere()) return;
    const completed = await completeJobForm(device, job.jobId, customFormId, {
      kit,
      answers: result.answers,
      lists: form.lists,
    });
    if (!completed.ok) {
      filling.finish(false);
      setBusy(false);
      speakRefusal(completed.refusal, { ...jobWords().refusals, ...spoken.refusals });
      return;
    }
    await rememberAnswers(device, open.remembered()).catch(() => undefined);
    const { added } = completed.value;
    if (added.length === 0) showToast({ text: spoken.done, kind: "good" });
    else {
      const names = added.map((appliance) => nameOfAppliance(appliance, form.lists));
      showToast({ text: spoken.doneAndAdded(names), kind: "good", duration: "long" });
    }
    if (isNoticeWanted) return notice.write();
    await navigate({ to: notice.next ?? list, replace: true });
  };
  const writeNotice = async () => {
    later.now();
    notice.quote();
    keeper.turn(draft());
    if (await keeper.save()) await notice.write();
  };
  const leave = async () => {
    later.now();
    keeper.turn(draft());
    const isSaved = await keeper.save();
    if (!isSaved && !isWarned.current) {
      // Why not has been said; whoever leaves all the same is not kept.
      isWarned.current = true;
      return;
    }
    await navigate({ to: list });
  };

  const page = model.currentPage as PageModel | null;
  const lastStep = isEditable ? spoken.complete : spoken.close;
  const isResting = useRest(page?.name ?? "");
  return (
    <Page
      title={kit.definition.definition.name}
      back={() => void leave()}
      backLabel={spoken.leave}
      main={
        <div className={styles.step}>
          <FormProgress open={open} />
          <div className={styles.buttons}>
            {!model.isFirstPage && (
              <Button busy={isResting && spoken.back} onClick={back}>
                {spoken.back}
              </Button>
            )}
            {!model.isLastPage && (
              <Button kind="main" busy={isResting && spoken.next} onClick={next}>
                {spoken.next}
              </Button>
            )}
            {model.isLastPage && (
              <Button
                kind="main"
                busy={isBusy ? spoken.completing : isResting && lastStep}
                onClick={() => void (isEditable ? complete() : leave())}
              >
                {lastStep}
              </Button>
            )}
          </div>
        </div>
      }
    >
      {!isEditable && <Banner tone="info">{spoken.readOnly}</Banner>}
      {isEditable && form.entry.completionStatus === "Complete" && (
        <Banner tone="info">{spoken.reopened}</Banner>
      )}
      <ToFixBanner toFix={toFix} onOpen={goTo} />
      <NoticeOffer dangers={notice.dangers} onWrite={writeNotice} />
      <FillingProvider value={filling.context}>
        {page && <FormPage key={page.name} page={page} />}
      </FillingProvider>
    </Page>
  );
}

/** "Gas fire, inset, Lounge" */
function nameOfAppliance(appliance: PropertyAppliance, lists: JobForm["lists"]): string {
  const { type, location } = appliance;
  const textOf = (fieldName: string, value: number | null) =>
    lists.find((row) => row.fieldName === fieldName && row.value === value)?.text;
  return [textOf("Type", type), textOf("Location", location)].filter(Boolean).join(", ");
}

function ToFixBanner(props: { toFix: readonly ToFix[]; onOpen: (one: ToFix) => void }) {
  const { toFix, onOpen } = props;
  const findings = toFix.map(({ finding }) => finding);
  const isStopped = findings.some(({ severity }) => severity === "error");
  if (findings.length === 0) return null;
  return (
    <Banner
      tone={isStopped ? "danger" : "warn"}
      title={isStopped ? words().toMend(findings.length) : words().unusual(findings.length)}
      alert
    >
      <FindingList
        findings={findings}
        onOpen={(finding) => {
          const one = toFix.find((other) => other.finding === finding);
          if (one) onOpen(one);
        }}
      />
    </Banner>
  );
}

function FormPage({ page }: { page: PageModel }) {
  const title = useText(page.locTitle);
  const description = useText(page.locDescription);
  return (
    <div className={styles.page}>
      {title && (
        <h2 className={styles.pageTitle} dir="auto">
          {title}
        </h2>
      )}
      {description && (
        <p className={styles.description} dir="auto">
          {description}
        </p>
      )}
      <AllPassed of={page} title="" />
      <Elements of={page} />
    </div>
  );
}

function isRightAsItIs(findings: readonly FormFinding[]): Promise<boolean> {
  const { check } = words();
  return confirm({
    title: check.title,
    text: (
      <>
        {check.text}
        <FindingList findings={findings} />
      </>
    ),
    confirm: check.confirm,
    cancel: check.cancel,
  });
}
