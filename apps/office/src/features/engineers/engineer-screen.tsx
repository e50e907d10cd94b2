import { Button, Group, Skeleton } from "@mantine/core";
import {
  listJobs,
  listMileage,
  queueCommand,
  readAbsenceCalendar,
  watchChanges,
} from "@fieldfare/contract/office";
import { useParams } from "@tanstack/react-router";
import { useState } from "react";
import { useMay } from "../../server/account.ts";
import { AskPhoneDialog } from "../../server/ask-phone/ask-phone-dialog.tsx";
import { askTexts } from "../../server/ask-phone/strings.ts";
import { useDevices } from "../../server/devices.ts";
import { ErrorNotice } from "../../server/error-notice.tsx";
import { useOperatives } from "../../server/names.ts";
import { AnchorLink } from "../../ui/anchor-link.tsx";
import { formatMoment } from "../../ui/dates.ts";
import { Empty } from "../../ui/empty.tsx";
import { Facts } from "../../ui/facts.tsx";
import { Page, Section } from "../../ui/page.tsx";
import { Pill } from "../../ui/pill.tsx";
import table from "../../ui/table.module.css";
import { AccountActions } from "./account-actions.tsx";
import { DeviceCard } from "./device-card.tsx";
import { DeviceChanges } from "./device-changes.ts";
import { describeAnswer, describeAnswered, nameCommand } from "./command-names.ts";
import { CommandResult } from "./command-result.tsx";
import { describePermissions } from "./describe-permissions.ts";
import { ExportsSection } from "./exports-section.tsx";
import { type Operative, useCommands, useDevicesOf } from "./queries.ts";
import { strings } from "./strings.ts";

/** Shows one engineer: the account, the phones, and the commands that were sent to them. */
export function EngineerScreen() {
  const { fieldOperativeId } = useParams({ from: "/engineers/$fieldOperativeId" });
  const operatives = useOperatives();
  const operative = operatives.data?.find((each) => each.fieldOperativeId === fieldOperativeId);
  if (operatives.error && !operatives.data)
    return (
      <Page title={strings.engineer}>
        <ErrorNotice error={operatives.error} retry={() => void operatives.refetch()} />
      </Page>
    );
  if (!operatives.data)
    return (
      <Page title={strings.engineer}>
        <Skeleton h={200} role="status" aria-label={strings.loading} />
      </Page>
    );
  if (!operative)
    return (
      <Page title={strings.unknownEngineer}>
        <AnchorLink to="/engineers">{strings.title}</AnchorLink>
      </Page>
    );
  return (
    <Page title={operative.name} aside={<Links operative={operative} />}>
      <Account operative={operative} />
      <Devices operative={operative} />
      <Commands operative={operative} />
      <ExportsSection fieldOperativeId={fieldOperativeId} />
    </Page>
  );
}

/** Where else the office reads about the engineer. Only what the user may read is shown. */
function Links({ operative: { fieldOperativeId, name } }: { readonly operative: Operative }) {
  const may = useMay();
  return (
    <Group gap="md">
      {may(listJobs) && (
        <AnchorLink to="/jobs" search={{ engineer: fieldOperativeId }}>
          {strings.jobsOf(name)}
        </AnchorLink>
      )}
      {may(readAbsenceCalendar) && (
        <AnchorLink to="/absences" search={{ find: name.slice(0, 100) }}>
          {strings.absences}
        </AnchorLink>
      )}
      {may(listMileage) && (
        <AnchorLink to="/mileage" search={{ engineer: fieldOperativeId }}>
          {strings.mileage}
        </AnchorLink>
      )}
    </Group>
  );
}

function Account({ operative }: { readonly operative: Operative }) {
  const { disabledOn } = operative;
  return (
    <Section id="account" title={strings.account} aside={<AccountActions operative={operative} />}>
      <Facts
        facts={[
          [strings.form.names.email, operative.email],
          [strings.form.names.mobileNumber, operative.mobileNumber],
          [strings.form.names.gasSafeIdCard, operative.gasSafeIdCard],
          [strings.form.names.recordsMileage, operative.recordsMileage ? strings.yes : strings.no],
          [
            "Account",
            disabledOn === null ? (
              <Pill tone="good">Active</Pill>
            ) : (
              <>
                <Pill tone="danger">{strings.disabled}</Pill> since {formatMoment(disabledOn)}
              </>
            ),
          ],
          [strings.form.names.perms, describePermissions(operative.perms ?? [])],
        ]}
      />
    </Section>
  );
}

function Devices({ operative }: { readonly operative: Operative }) {
  const devices = useDevicesOf(operative.fieldOperativeId);
  const may = useMay();
  const own = devices.data?.filter(
    ({ fieldOperativeId }) => fieldOperativeId === operative.fieldOperativeId,
  );
  return (
    <Section id="devices" title={strings.devices}>
      {may(watchChanges) && <DeviceChanges />}
      {devices.error && <ErrorNotice error={devices.error} retry={() => void devices.refetch()} />}
      {!own && !devices.error && <Skeleton h={120} />}
      {own?.length === 0 && <Empty title={strings.noDevices}>{strings.noDevicesAdvice}</Empty>}
      {own?.map((device) => (
        <DeviceCard key={device.deviceId} device={device} engineer={operative} />
      ))}
    </Section>
  );
}

function Commands({ operative }: { readonly operative: Operative }) {
  const { fieldOperativeId, name } = operative;
  const { data: commands, error, refetch } = useCommands(fieldOperativeId);
  return (
    <Section
      id="commands"
      title={strings.commands}
      aside={<AskPhoneActions operative={operative} />}
    >
      {error && <ErrorNotice error={error} retry={() => void refetch()} />}
      {commands?.length === 0 && (
        <Empty title={strings.noCommands}>{strings.noCommandsAdvice}</Empty>
      )}
      {commands && commands.length > 0 && (
        <div className={table.scroll}>
          <table className={table.table} aria-label={strings.commands}>
            <thead>
              <tr>
                <th scope="col">Command</th>
                <th scope="col">Sent</th>
                <th scope="col">Answered</th>
                <th scope="col">Outcome</th>
              </tr>
            </thead>
            <tbody>
              {commands.map((command) => (
                <tr key={command.commandId}>
                  <td>
                    {nameCommand(command)}
                    {command.jobId !== null && (
                      <>
                        {" "}
                        <AnchorLink to="/jobs/$jobId" params={{ jobId: command.jobId }}>
                          {command.formattedJobId ?? "of this job"}
                        </AnchorLink>
                      </>
                    )}
                  </td>
                  <td>{formatMoment(command.createdOn)}</td>
                  <td>{describeAnswered(command)}</td>
                  <td>
                    {describeAnswer(command, name)}{" "}
                    <CommandResult command={command} engineerName={name} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Section>
  );
}

/** The buttons that ask the phones for something, while there is a phone that can answer. */
function AskPhoneActions({
  operative: { fieldOperativeId, name, disabledOn },
}: {
  readonly operative: Operative;
}) {
  const may = useMay();
  const { data: devices } = useDevices();
  const [asked, setAsked] = useState<"DataDump" | "ExportDatabase" | null>(null);
  const hasPhone = devices?.some(
    (device) => device.fieldOperativeId === fieldOperativeId && device.wipe?.state !== "confirmed",
  );
  if (!may(queueCommand) || disabledOn !== null || !hasPhone) return null;
  return (
    <>
      <Button variant="default" onClick={() => setAsked("DataDump")}>
        {askTexts.DataDump.ask}
      </Button>
      <Button variant="default" onClick={() => setAsked("ExportDatabase")}>
        {askTexts.ExportDatabase.ask}
      </Button>
      {asked && (
        <AskPhoneDialog
          type={asked}
          fieldOperativeId={fieldOperativeId}
          name={name}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}
