import {
  isSavedBefore,
  type QuickJobToSave,
  readPropertyDetails,
  renewQuickJobIds,
  saveQuickJob,
  type SaveRefusal,
} from "@fieldfare/device";
import { parseQuantity, readPhone } from "@fieldfare/domain";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useDevice } from "../../device/device.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { formatDateTime } from "../../ui/dates.ts";
import { Facts } from "../../ui/facts.tsx";
import { useOneAtATime } from "../../ui/one-at-a-time.ts";
import { showToast } from "../../ui/toast.tsx";
import { useBackOnline } from "./asked.ts";
import { NoAnswer } from "./no-answer.tsx";
import { contactChoices, isNewContactPrimary, type QuickState, type StepProps } from "./state.ts";
import { StepPage } from "./step-page.tsx";
import { words } from "./words.ts";

/** All of it once more, and saving. A failure keeps everything as it is. */
export function SummaryStep({ state, change, settle, goTo, frame }: StepProps) {
  const device = useDevice();
  const navigate = useNavigate();
  const spoken = words();
  const { isRunning, run } = useOneAtATime();
  const [isOffline, setOffline] = useState(false);
  useBackOnline(() => setOffline(false));
  const save = async () => {
    const job = jobOf(state);
    if (!job) return goTo("details");
    change({ ...state, isSent: true });
    await settle();
    const saved = await saveQuickJob(device, job);
    if (saved.ok) {
      const text = saved.value.isHere ? spoken.saved : spoken.savedElsewhere;
      showToast({ text, kind: "good" });
      await navigate({ to: "/jobs", replace: true });
      return;
    }
    setOffline(saved.refusal === "network");
    const next = { ...state, isSent: true };
    if (isSavedBefore(saved.refusal))
      change({ ...next, ids: renewQuickJobIds(device, state.ids, saved.refusal) });
    if (saved.refusal === "full-name-not-unique") {
      // Whoever has the name can then be chosen.
      const details = await readPropertyDetails(device, job.job.propertyId);
      if (details.ok) change({ ...next, contacts: contactChoices(state, details.value.contacts) });
      goTo("new-contact");
    }
    const [title, text] = refusalWords(saved.refusal);
    showToast({ title, text, kind: "warn", duration: "long" });
  };
  // What is being saved is neither changed nor discarded meanwhile.
  const still = { ...frame, back: () => undefined, discard: () => undefined };
  return (
    <StepPage
      frame={isRunning ? still : frame}
      main={
        <Button kind="main" busy={isRunning && spoken.saving} onClick={() => run(save)}>
          {spoken.save}
        </Button>
      }
    >
      {isOffline && <NoAnswer isOffline />}
      <p>{spoken.summaryText}</p>
      <Card>
        <Facts facts={factsOf(state)} />
      </Card>
    </StepPage>
  );
}

function refusalWords(refusal: SaveRefusal): readonly [title: string, text: string] {
  const spoken = words();
  if (isSavedBefore(refusal)) return [spoken.savedBefore, spoken.savedBeforeText];
  return [
    spoken.saveFailed,
    refusal === "full-name-not-unique"
      ? spoken.contactFaults["full-name-not-unique"]
      : spoken.saveFailedText,
  ];
}

function factsOf(state: QuickState): [string, string][] {
  const spoken = words();
  const { newProperty, newContact, serviceLevel } = state;
  const { addressLine1, addressLine2, addressLine3, addressLine4, postcode } = newProperty;
  const address = [addressLine1, addressLine2, addressLine3, addressLine4, postcode];
  const facts: [string, string | false | null | undefined][] = [
    [spoken.client, state.client?.name],
    [
      spoken.property,
      state.isNewProperty
        ? spoken.newMark(address.filter((line) => line.trim() !== "").join(", "))
        : state.property?.fullAddress,
    ],
    [
      spoken.contact,
      state.isNewContact ? spoken.newMark(newContact.fullName) : state.contact?.fullName,
    ],
    [spoken.isPrimary, state.isNewContact && primaryText(state)],
    [spoken.type, state.type && `${state.type.categoryName}: ${state.type.name}`],
    [spoken.priority, state.priority?.text],
    [spoken.priorityMeaning, state.priority?.description],
    [spoken.response, serviceLevel && formatDateTime(serviceLevel.targetResponseDateTime)],
    [spoken.completion, serviceLevel && formatDateTime(serviceLevel.targetCompletionDateTime)],
    [spoken.jobDetails, state.jobDetails.trim()],
    [
      spoken.sors,
      state.sors.map(({ sorCode, quantity }) => `${quantity} × ${sorCode}`).join(", ") || null,
    ],
  ];
  return facts.filter((fact): fact is [string, string] => Boolean(fact[1]));
}

/** A new primary contact takes the place of the one before: the engineer sees whose. */
function primaryText(state: QuickState): string {
  const spoken = words();
  if (!isNewContactPrimary(state)) return spoken.no;
  const former = state.contacts.find(({ isPrimaryContact }) => isPrimaryContact);
  return former && !state.isNewProperty ? spoken.primaryInsteadOf(former.fullName) : spoken.yes;
}

/** Null when a step was left without what it needs. */
function jobOf(state: QuickState): QuickJobToSave | null {
  const { ids, client, type, priority, newProperty, newContact } = state;
  const propertyId = state.isNewProperty ? ids.propertyId : state.property?.propertyId;
  const propertyContactId = state.isNewContact
    ? ids.propertyContactId
    : state.contact?.propertyContactId;
  if (!client || !type || !priority || !propertyId || !propertyContactId) return null;
  const orNull = (line: string) => (line.trim() === "" ? null : line.trim());
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
            addressLine2: orNull(newProperty.addressLine2),
            addressLine3: orNull(newProperty.addressLine3),
            addressLine4: orNull(newProperty.addressLine4),
            postcode: newProperty.postcode,
          },
        }
      : null,
    newContact: state.isNewContact
      ? {
          fullName: newContact.fullName.trim(),
          contactType: newContact.contactType ?? 0,
          homeTelephone: orNull(readPhone(newContact.homeTelephone)),
          mobilePhone: orNull(readPhone(newContact.mobilePhone)),
          isPrimaryContact: isNewContactPrimary(state),
          addedByEngineer: true,
        }
      : null,
  };
}
