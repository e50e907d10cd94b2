import {
  type Disallowed,
  isAlreadySaved,
  type QuickJobToSave,
  readPropertyDetails,
  renewQuickJobIds,
  saveQuickJob,
  type SaveRefusal,
} from "@fieldfare/device";
import { parseQuantity, readPhone } from "@fieldfare/domain";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useDevice } from "../../phone/device.tsx";
import { Button } from "../../ui/button.tsx";
import { Banner } from "../../ui/banner.tsx";
import { Card } from "../../ui/card.tsx";
import { formatDateTime } from "../../phone/times.ts";
import { DescriptionList } from "../../ui/description-list.tsx";
import { useSingleFlight } from "../../ui/single-flight.ts";
import { dismissToasts, showToast } from "../../ui/toast.tsx";
import { useBackOnline } from "./server-search.ts";
import { NoAnswer } from "./no-answer.tsx";
import { contactChoices, isNewContactPrimary, type QuickState, type StepProps } from "./state.ts";
import { StepPage } from "./step-page.tsx";
import { strings } from "./strings.ts";

const failureToast = "quick-job-save";

/** Shows all entries and saves the job. A failed save changes nothing. */
export function SummaryStep({ state, change, settle, goTo, frame }: StepProps) {
  const device = useDevice();
  const navigate = useNavigate();
  const labels = strings();
  const { isRunning, run } = useSingleFlight();
  const [problem, setProblem] = useState<"network" | "no-answer" | null>(null);
  useBackOnline(() => setProblem((now) => (now === "network" ? null : now)));
  const save = async () => {
    const job = buildQuickJob(state);
    if (!job) return goTo("details");
    // What an earlier try has met is no longer so.
    dismissToasts(failureToast);
    change({ ...state, isSent: true });
    await settle();
    const saved = await saveQuickJob(device, job);
    if (saved.ok) {
      const text = saved.value.isHere ? labels.saved : labels.savedElsewhere;
      showToast({ text, kind: "good" });
      await navigate({ to: "/jobs", replace: true });
      return;
    }
    const { refusal } = saved;
    setProblem(refusal === "network" || refusal === "no-answer" ? refusal : null);
    if (refusal === "no-answer") return;
    const next = { ...state, isSent: true };
    if (isAlreadySaved(saved.refusal))
      change({ ...next, ids: renewQuickJobIds(device, state.ids, saved.refusal) });
    if (saved.refusal === "full-name-not-unique") {
      // The existing contact with that name can then be chosen.
      const details = await readPropertyDetails(device, job.job.propertyId);
      if (details.ok) change({ ...next, contacts: contactChoices(state, details.value.contacts) });
      goTo("new-contact");
    }
    const [title, text] = describeRefusal(saved.refusal);
    showToast({ title, text, kind: "warn", duration: "long", key: failureToast });
  };
  // During a save the job can be neither changed nor discarded.
  const lockedFrame = { ...frame, back: () => undefined, discard: () => undefined };
  return (
    <StepPage
      frame={isRunning ? lockedFrame : frame}
      main={
        <Button kind="main" busy={isRunning && labels.saving} onClick={() => run(save)}>
          {labels.save}
        </Button>
      }
    >
      {problem === "network" && <NoAnswer problem="offline" />}
      {problem === "no-answer" && (
        <Banner tone="warn" title={labels.noAnswer} alert>
          {labels.noAnswerText}
        </Banner>
      )}
      <p>{labels.summaryText}</p>
      <Card>
        <DescriptionList items={listDetails(state)} />
      </Card>
    </StepPage>
  );
}

function describeRefusal(refusal: SaveRefusal): readonly [title: string, text: string] {
  const text = strings();
  const savedBefore = [text.savedBefore, text.savedBeforeText] as const;
  const failed = [text.saveFailed, text.saveFailedText] as const;
  const disallowed = (what: Disallowed) =>
    [text.saveFailed, text.describeDisallowed(what)] as const;
  const texts: Record<SaveRefusal, readonly [title: string, text: string]> = {
    network: failed,
    "no-answer": failed,
    failed,
    "not-allowed": disallowed("not-allowed"),
    "may-not-search-properties": disallowed("may-not-search-properties"),
    "may-not-open-property": disallowed("may-not-open-property"),
    "may-not-add-property": disallowed("may-not-add-property"),
    "may-not-add-contact": disallowed("may-not-add-contact"),
    "full-name-not-unique": [text.saveFailed, text.contactIssues["full-name-not-unique"]],
    "saved-before": savedBefore,
    "property-saved-before": savedBefore,
    "contact-saved-before": savedBefore,
  };
  return texts[refusal];
}

function listDetails(state: QuickState): [string, string][] {
  const text = strings();
  const { newProperty, newContact, serviceLevel } = state;
  const { addressLine1, addressLine2, addressLine3, addressLine4, postcode } = newProperty;
  const address = [addressLine1, addressLine2, addressLine3, addressLine4, postcode];
  const details: [string, string | false | null | undefined][] = [
    [text.client, state.client?.name],
    [
      text.property,
      state.isNewProperty
        ? text.newMark(address.filter((line) => line.trim() !== "").join(", "))
        : state.property?.fullAddress,
    ],
    [
      text.contact,
      state.isNewContact ? text.newMark(newContact.fullName) : state.contact?.fullName,
    ],
    [text.isPrimary, state.isNewContact && primaryText(state)],
    [text.type, state.type && `${state.type.categoryName}: ${state.type.name}`],
    [text.priority, state.priority?.text],
    [text.priorityMeaning, state.priority?.description],
    [text.response, serviceLevel && formatDateTime(serviceLevel.targetResponseDateTime)],
    [text.completion, serviceLevel && formatDateTime(serviceLevel.targetCompletionDateTime)],
    [text.jobDetails, state.jobDetails.trim()],
    [
      text.sors,
      state.sors.map(({ sorCode, quantity }) => `${quantity} × ${sorCode}`).join(", ") || null,
    ],
  ];
  return details.filter((detail): detail is [string, string] => Boolean(detail[1]));
}

/** Says whom a new primary contact replaces. */
function primaryText(state: QuickState): string {
  const text = strings();
  if (!isNewContactPrimary(state)) return text.no;
  const former = state.contacts.find(({ isPrimaryContact }) => isPrimaryContact);
  return former && !state.isNewProperty ? text.primaryInsteadOf(former.fullName) : text.yes;
}

/** Returns null if a required answer is missing. */
function buildQuickJob(state: QuickState): QuickJobToSave | null {
  const { ids, client, type, priority, newProperty, newContact } = state;
  const propertyId = state.isNewProperty ? ids.propertyId : state.property?.propertyId;
  const propertyContactId = state.isNewContact
    ? ids.propertyContactId
    : state.contact?.propertyContactId;
  if (!client || !type || !priority || !propertyId || !propertyContactId) return null;
  const trimToNull = (line: string) => (line.trim() === "" ? null : line.trim());
  return {
    job: {
      jobId: ids.jobId,
      propertyId,
      propertyContactId,
      clientId: client.clientId,
      clientName: client.name,
      jobDetailType: type.jobDetailTypeId,
      jobDetails: state.jobDetails.trim(),
      clientJobPriorityId: priority.value,
      clientJobPriorityName: priority.text,
      priorityDescription: priority.description ?? null,
      contractSors: state.sors.flatMap(({ sorPriceId, shortDescription, quantity }) => {
        const parsed = parseQuantity(quantity);
        return parsed.ok
          ? [{ sorPrice: { sorPriceId }, quantity: parsed.value, shortDescription }]
          : [];
      }),
      dateReceived: state.dateReceived,
      targetResponseDate: state.serviceLevel?.targetResponseDateTime ?? state.dateReceived,
      targetCompletionDate: state.serviceLevel?.targetCompletionDateTime ?? state.dateReceived,
      skipWorkOrderValidation: true,
    },
    newProperty: state.isNewProperty
      ? {
          address: {
            addressLine1: newProperty.addressLine1.trim(),
            addressLine2: trimToNull(newProperty.addressLine2),
            addressLine3: trimToNull(newProperty.addressLine3),
            addressLine4: trimToNull(newProperty.addressLine4),
            postcode: newProperty.postcode,
          },
        }
      : null,
    newContact: state.isNewContact
      ? {
          fullName: newContact.fullName.trim(),
          contactType: newContact.contactType ?? 0,
          homeTelephone: trimToNull(readPhone(newContact.homeTelephone)),
          mobilePhone: trimToNull(readPhone(newContact.mobilePhone)),
          isPrimaryContact: isNewContactPrimary(state),
          addedByEngineer: true,
        }
      : null,
  };
}
