import { type Client, dropDraft, readClients, refreshClients } from "@fieldfare/device";
import {
  isQuickJobBegun,
  type QuickStep,
  requiredQuickSteps,
  stepAfter,
  stepBefore,
} from "@fieldfare/domain";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { useDevice, useLive, useSession } from "../../phone/device.tsx";
import { type Draft, useDraft } from "../../phone/drafts.ts";
import { useRefresh } from "../../phone/refresh.ts";
import { toastRefusal } from "../../phone/refusals.ts";
import { confirm } from "../../ui/dialog.tsx";
import { Skeleton } from "../../ui/loading.tsx";
import { EmptyState } from "../../ui/banner.tsx";
import { Page } from "../../ui/page.tsx";
import { useUnsavedChangesGuard } from "../../ui/unsaved-changes-guard.ts";
import { ClientStep } from "./client-step.tsx";
import { ContactStep } from "./contact-step.tsx";
import { DetailsStep } from "./details-step.tsx";
import { NewContactStep } from "./new-contact-step.tsx";
import { NewPropertyStep } from "./new-property-step.tsx";
import { NoAnswer } from "./no-answer.tsx";
import { PropertyStep } from "./property-step.tsx";
import {
  newQuickState,
  type QuickState,
  parseQuickState,
  type StepProps,
  buildStepContext,
  withClient,
} from "./state.ts";
import { SummaryStep } from "./summary-step.tsx";
import { strings } from "./strings.ts";

const screens: Record<QuickStep, (props: StepProps) => React.ReactNode> = {
  client: ClientStep,
  property: PropertyStep,
  "new-property": NewPropertyStep,
  contact: ContactStep,
  "new-contact": NewContactStep,
  details: DetailsStep,
  summary: SummaryStep,
};

/** Raises a job on site. The entries are stored until the job is saved or discarded. */
export function QuickJobScreen() {
  const device = useDevice();
  const { user } = useSession();
  const ownerId = user?.id ?? "";
  const clients = useLive(async () => (await readClients(device)) ?? null, [device]);
  const { freshness, retry } = useRefresh(refreshClients);
  const draft = useDraft(ownerId, "quick-job", (saved, report) =>
    parseQuickState(device, saved, report),
  );
  const text = strings();
  if (clients && clients.length > 0 && draft.initial)
    return <Wizard clients={clients} draft={draft} initial={draft.initial} ownerId={ownerId} />;
  return (
    <Page title={text.title} back="/">
      {clients?.length === 0 ? (
        <EmptyState icon="clipboard" title={text.noClients}>
          {text.noClientsText}
        </EmptyState>
      ) : freshness === "loading" || freshness === "fresh" ? (
        <Skeleton cards={2} />
      ) : (
        <NoAnswer problem={freshness === "offline" ? "offline" : "failed"} onRetry={retry} />
      )}
    </Page>
  );
}

function Wizard(props: {
  clients: readonly Client[];
  draft: Draft<QuickState>;
  initial: QuickState;
  ownerId: string;
}) {
  const { clients, draft, ownerId } = props;
  useUnsavedChangesGuard();
  const device = useDevice();
  const navigate = useNavigate();
  const text = strings();
  const [draftState, setDraftState] = useState(props.initial);
  const [isReopened, setReopened] = useState(isQuickJobBegun(props.initial));
  const state = withKnownClient(draftState, clients);
  const latest = useRef(state);
  latest.current = state;
  const change = (next: QuickState) => {
    latest.current = next;
    setDraftState(next);
    draft.save(next);
  };
  const stepContext = buildStepContext(state, clients.length);
  const steps = requiredQuickSteps(stepContext);
  const first = steps[0] ?? "property";
  // The stored step may not be one of this job's steps any more.
  const step = steps.includes(state.step) ? state.step : first;
  const shown = useRef<QuickStep | null>(step);
  useEffect(() => {
    shown.current = step;
    scrollTo(0, 0);
  }, [step]);
  const leave = (next: QuickState) => {
    setReopened(false);
    change(next);
  };
  const back = () => {
    const before = stepBefore(step, stepContext);
    if (before) leave({ ...latest.current, step: before });
    else void navigate({ to: "/" });
  };
  const goOn = (next: QuickState) => {
    // An answer of the server is ignored if the engineer has left the step that requested it.
    if (shown.current !== step) return;
    const after = stepAfter(step, buildStepContext(next, clients.length));
    leave({ ...next, step: after ?? step });
  };
  const discard = async () => {
    const isConfirmed = await confirm({
      title: text.discardQuestion,
      text: latest.current.isSent
        ? text.discardSentText(sentParts(latest.current))
        : text.discardText,
      confirm: text.discard,
      cancel: text.keep,
      danger: true,
    });
    if (!isConfirmed) return;
    try {
      shown.current = null;
      await draft.settle();
      await dropDraft(device, ownerId, "quick-job");
      setDraftState(newQuickState(device));
      await navigate({ to: "/" });
    } catch {
      toastRefusal("storage-failed");
    }
  };
  const Screen = screens[step];
  return (
    <Screen
      key={`${step} ${state.client?.clientId}`}
      state={state}
      change={change}
      settle={draft.settle}
      goOn={goOn}
      goTo={(nextStep) => leave({ ...latest.current, step: nextStep })}
      frame={{
        step,
        number: steps.indexOf(step) + 1,
        all: steps.length,
        isReopened,
        back,
        discard: () => void discard(),
      }}
    />
  );
}

/** Names the records that a failed save may have stored on the server already. */
function sentParts({ isNewProperty, isNewContact }: QuickState): readonly string[] {
  const text = strings();
  return [
    ...(isNewProperty ? [text.sentProperty] : []),
    ...(isNewContact || isNewProperty ? [text.sentContact] : []),
    text.sentJob,
  ];
}

/** Chooses the client if there is only one. If the chosen client no longer exists, the wizard returns to that step. */
function withKnownClient(state: QuickState, clients: readonly Client[]): QuickState {
  const known = clients.find(({ clientId }) => clientId === state.client?.clientId);
  const client = known ?? (clients.length === 1 ? (clients[0] ?? null) : null);
  const next = withClient(state, client && { clientId: client.clientId, name: client.name });
  return state.client && !known ? { ...next, step: "client" } : next;
}
