import type { PlannerAppointment } from "@fieldfare/device";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Card, Stack } from "../../ui/card.tsx";
import { classes } from "../../ui/classes.ts";
import { formatTime, formatWeekday } from "../../ui/dates.ts";
import { Hidden } from "../../ui/hidden.tsx";
import { Icon } from "../../ui/icon.tsx";
import { RecordGroup } from "../../ui/record-card.tsx";
import styles from "./planner-screen.module.css";
import { words } from "./words.ts";

/** One day with its appointments in the order of their times; a day without any is one line. */
export function DayAppointments(props: {
  day: string;
  isToday: boolean;
  /** The jobs that are on this phone; null while they are read. */
  jobIds: ReadonlySet<string> | null;
  appointments: readonly PlannerAppointment[];
}) {
  const { day, isToday, jobIds, appointments } = props;
  const navigate = useNavigate();
  const spoken = words();
  const heading = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The week begins on Monday; what is wanted is today. Earlier days are above it.
    if (isToday) heading.current?.scrollIntoView({ block: "start" });
  }, [isToday]);
  const title = isToday ? `${spoken.today}, ${formatWeekday(day)}` : formatWeekday(day);
  return (
    <Stack>
      <div ref={heading} className={styles.day}>
        <RecordGroup title={title} count={appointments.length} />
      </div>
      {appointments.map((appointment) => (
        <Card key={appointment.JobId}>
          <Appointment {...appointment} />
          {jobIds?.has(appointment.JobId) && (
            <Button
              icon="clipboard"
              wide
              onClick={() => navigate({ to: "/jobs", search: { open: appointment.JobId } })}
            >
              {spoken.openJob}
              <Hidden> {appointment.Address}</Hidden>
            </Button>
          )}
          {jobIds?.has(appointment.JobId) === false && <p>{spoken.notHere}</p>}
        </Card>
      ))}
    </Stack>
  );
}

function Appointment(appointment: PlannerAppointment) {
  const spoken = words();
  const { AppointmentSlot, ContactName, ContactNumber, JobDescription } = appointment;
  return (
    <div className={styles.appointment}>
      <p className={styles.when}>
        <strong>{formatTime(appointment.AppointmentDate)}</strong>
        {AppointmentSlot && <span>{AppointmentSlot}</span>}
      </p>
      <p className={styles.address} dir="auto">
        {appointment.Address}
      </p>
      <p>{appointment.JobDetail}</p>
      {JobDescription && <Description text={JobDescription} />}
      {ContactName && <p dir="auto">{spoken.contact(ContactName)}</p>}
      {ContactNumber && (
        <a className={styles.call} href={`tel:${ContactNumber.replaceAll(/[^+\d]/g, "")}`}>
          <Icon name="phone" />
          {spoken.call(ContactNumber)}
        </a>
      )}
    </div>
  );
}

/** More than this is shown in part, until it is asked for. */
const glance = 200;

/** The job may not be on this phone: what the planner says of it must be readable here. */
function Description({ text }: { text: string }) {
  const spoken = words();
  const [isWhole, setWhole] = useState(false);
  const isLong = text.length > glance;
  return (
    <>
      <p className={classes(styles.description, isLong && !isWhole && styles.cut)} dir="auto">
        {text}
      </p>
      {isLong && (
        <Button onClick={() => setWhole(!isWhole)}>
          {isWhole ? spoken.showLess : spoken.showAll}
        </Button>
      )}
    </>
  );
}
