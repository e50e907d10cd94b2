import {
  type ClientPriority,
  type ContractSor,
  type Device,
  type JobType,
  readContractSors,
  readPriorities,
  readServiceLevel,
  refreshClientChoices,
  searchJobTypes,
} from "@fieldfare/device";
import { isPlannedQuantity, validateJobDetails } from "@fieldfare/domain";
import { useCallback, useRef } from "react";
import { useDevice, useLive } from "../../phone/device.tsx";
import { useRefresh } from "../../phone/refresh.ts";
import { Card } from "../../ui/card.tsx";
import { formatDateTime } from "../../phone/times.ts";
import { ChoiceField } from "../../ui/choice-field.tsx";
import { TextArea } from "../../ui/field.tsx";
import { Form, type FormErrors, useForm } from "../../ui/form.tsx";
import { Skeleton } from "../../ui/loading.tsx";
import { Picker } from "../../ui/picker.tsx";
import { useServerSearch } from "./server-search.ts";
import { NoAnswer } from "./no-answer.tsx";
import { SorLines } from "./sor-lines.tsx";
import type { QuickState, StepProps } from "./state.ts";
import { NextButton, StepPage } from "./step-page.tsx";
import { strings } from "./strings.ts";

type Answers = Pick<QuickState, "type" | "priority" | "jobDetails" | "sors" | "serviceLevel">;

/** Asks for the work, the priority and the SORs of the client's contracts. */
export function DetailsStep(props: StepProps) {
  const device = useDevice();
  const clientId = props.state.client?.clientId ?? 0;
  const loaded = useLive(async () => {
    const [priorities, sors] = await Promise.all([
      readPriorities(device, clientId),
      readContractSors(device, clientId),
    ]);
    return priorities && sors ? { priorities, sors } : null;
  }, [device, clientId]);
  const refresh = useCallback(
    (target: Device) => refreshClientChoices(target, clientId),
    [clientId],
  );
  const { freshness, retry } = useRefresh(refresh);
  if (loaded) return <DetailsForm {...props} {...loaded} />;
  return (
    <StepPage frame={props.frame}>
      {loaded === undefined || freshness === "loading" ? (
        <Skeleton cards={2} />
      ) : (
        <NoAnswer problem={freshness === "offline" ? "offline" : "failed"} onRetry={retry} />
      )}
    </StepPage>
  );
}

function DetailsForm({
  state,
  change,
  goOn,
  frame,
  priorities,
  sors,
}: StepProps & { priorities: readonly ClientPriority[]; sors: readonly ContractSor[] }) {
  const device = useDevice();
  const text = strings();
  const { search, problem } = useServerSearch((typed) =>
    searchJobTypes(device, state.property?.propertyId ?? state.ids.propertyId, typed),
  );
  const form = useForm<Answers>({
    initial: {
      type: state.type,
      // A stored priority may no longer be one of the client's: the server would refuse it without a reason.
      priority: priorities.find(({ value }) => value === state.priority?.value) ?? null,
      jobDetails: state.jobDetails,
      sors: state.sors.filter(({ sorPriceId }) =>
        sors.some((loaded) => loaded.sorPriceId === sorPriceId),
      ),
      serviceLevel: state.serviceLevel,
    },
    check,
    onChange: (answers) => change({ ...state, ...answers }),
    onSubmit: async (answers) => {
      const level = await readServiceLevel(
        device,
        answers.priority?.value ?? 0,
        state.dateReceived,
      );
      goOn({ ...state, ...answers, serviceLevel: level.ok ? level.value : answers.serviceLevel });
    },
  });
  const chosen = useRef<number | null>(null);
  const prioritise = async (value: number) => {
    chosen.current = value;
    const priority = priorities.find((each) => each.value === value) ?? null;
    form.set("priority", priority);
    form.set("serviceLevel", null);
    const level = await readServiceLevel(device, value, state.dateReceived);
    if (level.ok && chosen.current === value) form.set("serviceLevel", level.value);
  };
  const { serviceLevel } = form.values;
  return (
    <StepPage frame={frame} main={<NextButton form={form.id} busy={form.isBusy && text.loading} />}>
      {problem && <NoAnswer problem={problem} />}
      <Form form={form}>
        <Card>
          <Picker<JobType>
            label={text.type}
            hint={text.typeHint}
            none={text.typeNone}
            search={search}
            line={(type) => ({
              key: type.jobDetailTypeId,
              label: type.name,
              detail: type.categoryName,
            })}
            {...form.field("type")}
          />
          <ChoiceField<number>
            label={text.priority}
            choices={priorities}
            {...form.field("priority")}
            value={form.values.priority?.value ?? null}
            onChange={(value) => void prioritise(value)}
            {...(serviceLevel && {
              hint: text.serviceLevel(
                formatDateTime(serviceLevel.targetResponseDateTime),
                formatDateTime(serviceLevel.targetCompletionDateTime),
              ),
            })}
          />
          <TextArea label={text.jobDetails} {...form.field("jobDetails")} />
        </Card>
        <Card title={text.sors}>
          <SorLines
            choices={sors}
            lines={form.values.sors}
            error={form.errors.sors}
            onChange={(lines) => form.set("sors", [...lines])}
          />
        </Card>
      </Form>
    </StepPage>
  );
}

function check({ type, priority, jobDetails, sors }: Answers): FormErrors<Answers> {
  const text = strings();
  const issues = validateJobDetails({
    jobDetailType: type?.jobDetailTypeId ?? null,
    clientJobPriorityId: priority?.value ?? null,
    jobDetails,
  });
  const invalidLine = sors.find(({ quantity }) => !isPlannedQuantity(quantity));
  return {
    ...(issues.jobDetailType && { type: text.detailIssues[issues.jobDetailType] }),
    ...(issues.clientJobPriorityId && {
      priority: text.detailIssues[issues.clientJobPriorityId],
    }),
    ...(issues.jobDetails && { jobDetails: text.detailIssues[issues.jobDetails] }),
    ...(invalidLine && { sors: text.quantityWrong }),
  };
}
