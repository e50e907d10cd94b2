import type * as domain from "@fieldfare/domain";
import { expectTypeOf, test } from "vitest";
import type { absenceDays, absenceType, AbsenceRequest, HolidayYear } from "./calls/absences.ts";
import type { TokenClaims } from "./calls/auth.ts";
import type { MileageRecord } from "./calls/mileage.ts";
import type { Command } from "./commands.ts";
import type { DataRow, dataSets, syncedType } from "./data-sets/data-sets.ts";
import type {
  hold,
  JobCustomForm,
  JobPart,
  jobStatus,
  phone,
  PlannedSor,
  PropertyAppliance,
  propertyNotification,
  PropertyTenant,
  ServerJob,
  statusTimestamps,
  visitWarning,
} from "./entities/job.ts";
import type { heatingStatus } from "./messages/job.ts";
import type { Payload } from "./messages/messages.ts";
import type { commandOutcome } from "./messages/standalone.ts";
import type { z } from "./schema.ts";

/**
 * The domain imports nothing, so a type that the contract has too is written twice. The compiler compares the two here:
 * this file does not compile while they differ. Nothing runs.
 *
 * Not compared, because they differ on purpose:
 * - The `...Answers` of the domain are what is typed on a screen: texts, and null while nothing is chosen.
 * - `ClosingPart`, `CollectedPart` and `NoticeSource` take any text as a status: their rules treat one that this build
 *   does not know like any other status.
 * - `Job.isSelected` exists on the device only.
 */

type Immutable<T> = T extends object ? { readonly [Key in keyof T]: Immutable<T[Key]> } : T;

/** The fields of a row of the contract that a type of the domain has. */
type Part<Row, Type> = Immutable<Pick<Row, keyof Row & keyof Type>>;

test("the choices of the domain are those of the contract", () => {
  expectTypeOf<domain.JobStatus>().toEqualTypeOf<z.output<typeof jobStatus>>();
  // The server takes New, which an earlier build sent, as Reset.
  expectTypeOf<domain.ReportedStatus | "New">().toEqualTypeOf<
    Payload<"JobStatusChange">["currentStatus"]
  >();
  expectTypeOf<domain.OutcomeId>().toEqualTypeOf<Payload<"JobClose">["outcome"]["outcomeId"]>();
  expectTypeOf<domain.RemovalRejectionReason>().toEqualTypeOf<
    Payload<"RejectRemoveRequest">["reason"]
  >();
  // The other outcomes are those of other commands.
  expectTypeOf<domain.RemovalOutcome>().toExtend<z.output<typeof commandOutcome>>();
  expectTypeOf<domain.Notice["kind"]>().toEqualTypeOf<
    Payload<"PropertyNotificationConfirm">["notice"]
  >();
  expectTypeOf<domain.Severity>().toEqualTypeOf<
    z.output<typeof propertyNotification>["severity"]
  >();
  expectTypeOf<domain.PartUsage>().toEqualTypeOf<JobPart["usageType"]>();
  expectTypeOf<domain.UsageStatus | null>().toEqualTypeOf<JobPart["usageStatus"]>();
  expectTypeOf<domain.CollectionStatus>().toEqualTypeOf<Payload<"PartCollected">["status"]>();
  expectTypeOf<domain.CollectionStatus>().toExtend<JobPart["status"]>();
  expectTypeOf<domain.FormProgress>().toEqualTypeOf<JobCustomForm["completionStatus"]>();
  expectTypeOf<domain.FormRequirement>().toEqualTypeOf<JobCustomForm["usageRequirement"]>();
  expectTypeOf<domain.HeatingQuestion>().toEqualTypeOf<keyof z.output<typeof heatingStatus>>();
  expectTypeOf<domain.AbsenceType>().toEqualTypeOf<z.output<typeof absenceType>>();
  expectTypeOf<domain.AbsenceStatus>().toEqualTypeOf<AbsenceRequest["status"]>();
  expectTypeOf<domain.SyncedType>().toEqualTypeOf<z.output<typeof syncedType>>();
  expectTypeOf<domain.SyncedType>().toEqualTypeOf<keyof typeof dataSets>();
});

test("the types of the domain have the fields of the contract", () => {
  expectTypeOf<Immutable<domain.Hold>>().toEqualTypeOf<Immutable<z.output<typeof hold>>>();
  expectTypeOf<domain.StatusTimestamps>().toEqualTypeOf<
    Immutable<z.output<typeof statusTimestamps>>
  >();
  expectTypeOf<Immutable<domain.PropertyNotification>>().toEqualTypeOf<
    Immutable<z.output<typeof propertyNotification>>
  >();
  expectTypeOf<Immutable<domain.Phone>>().toEqualTypeOf<Immutable<z.output<typeof phone>>>();
  expectTypeOf<Immutable<domain.VisitWarning>>().toEqualTypeOf<
    Immutable<z.output<typeof visitWarning>>
  >();
  expectTypeOf<Immutable<domain.DayRange>>().toEqualTypeOf<
    Immutable<z.output<typeof absenceDays>>
  >();
  expectTypeOf<Immutable<domain.MileageRecord>>().toEqualTypeOf<Immutable<MileageRecord>>();
  expectTypeOf<Immutable<domain.RootCause>>().toEqualTypeOf<Immutable<DataRow<"RootCauses">>>();
});

test("the types of the domain that have a part of a row have its fields as the contract has them", () => {
  expectTypeOf<Immutable<Omit<domain.Job, "isSelected">>>().toEqualTypeOf<
    Part<ServerJob, domain.Job>
  >();
  expectTypeOf<Immutable<domain.JobKind>>().toEqualTypeOf<Part<ServerJob, domain.JobKind>>();
  expectTypeOf<Immutable<domain.WorkPart>>().toEqualTypeOf<Part<JobPart, domain.WorkPart>>();
  expectTypeOf<Immutable<domain.CataloguePart>>().toEqualTypeOf<
    Part<JobPart, domain.CataloguePart>
  >();
  expectTypeOf<Immutable<domain.PlannedSor>>().toEqualTypeOf<Part<PlannedSor, domain.PlannedSor>>();
  expectTypeOf<Immutable<domain.Appliance>>().toEqualTypeOf<
    Part<PropertyAppliance, domain.Appliance>
  >();
  expectTypeOf<Immutable<domain.PropertyContact>>().toEqualTypeOf<
    Part<PropertyTenant, domain.PropertyContact>
  >();
  expectTypeOf<Immutable<domain.FormState>>().toEqualTypeOf<
    Part<JobCustomForm, domain.FormState>
  >();
  expectTypeOf<Immutable<domain.FormVersion>>().toEqualTypeOf<
    Part<JobCustomForm, domain.FormVersion>
  >();
  expectTypeOf<Immutable<domain.ClosingForm>>().toEqualTypeOf<
    Part<JobCustomForm, domain.ClosingForm>
  >();
  expectTypeOf<Immutable<domain.FormOffer>>().toEqualTypeOf<
    Part<DataRow<"CustomForm">, domain.FormOffer>
  >();
  expectTypeOf<Immutable<domain.ListedContact>>().toEqualTypeOf<
    Part<DataRow<"Contacts">, domain.ListedContact>
  >();
  expectTypeOf<Immutable<domain.Absence>>().toEqualTypeOf<Part<AbsenceRequest, domain.Absence>>();
  expectTypeOf<Immutable<domain.HolidayYearDays>>().toEqualTypeOf<
    Part<HolidayYear, domain.HolidayYearDays>
  >();
  expectTypeOf<Immutable<domain.RemovalRequest>>().toEqualTypeOf<
    Part<Extract<Command, { type: "CancelJob" }>, domain.RemovalRequest>
  >();
  expectTypeOf<Immutable<domain.UserPermissions>>().toEqualTypeOf<
    Part<TokenClaims, domain.UserPermissions>
  >();
});
