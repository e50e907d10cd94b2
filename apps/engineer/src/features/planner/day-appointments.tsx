import type { PlannerAppointment } from "@fieldfare/device";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Card, Stack } from "../../ui/card.tsx";
import { classes } from "../../ui/classes.ts";
import { formatTime } from "../../phone/times.ts";
import { formatWeekday } from "../../ui/days.ts";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import { Icon } from "../../ui/icon.tsx";
import { RecordGroup } from "../../ui/record-card.tsx";
import styles from "./planner-screen.module.css";
import { strings } from "./strings.ts";

/** One day with its appointments in order of time. A day without appointments is one line. */
export function DayAppointments(props: {
  day: string;
  isToday: boolean;
  /** The ids of the jobs on this phone; null while they are read. */
  jobIds: ReadonlySet<string> | null;
  appointments: readonly PlannerAppointment[];
}) {
  const { day, isToday, jobIds, appointments } = props;
  const navigate = useNavigate();
  const text = strings();
  const heading = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The list starts on Monday, but the engineer needs today first. Earlier days are above it.
    return isToday ? holdBelowHeader(heading.current) : undefined;
  }, [isToday]);
  const title = isToday ? `${text.today}, ${formatWeekday(day)}` : formatWeekday(day);
  return (
    <Stack>
      <div ref={heading}>
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
              {text.openJob}
              <VisuallyHidden> {appointment.Address}</VisuallyHidden>
            </Button>
          )}
          {jobIds?.has(appointment.JobId) === false && <p>{text.notHere}</p>}
        </Card>
      ))}
    </Stack>
  );
}

/**
 * Scrolls to the element, and again when the header grows, as with an alert that arrives after the screen. Ends with the
 * first touch, key or wheel of the engineer.
 */
function holdBelowHeader(element: HTMLElement | null): () => void {
  const scroll = () => element?.scrollIntoView({ block: "start" });
  const observer = new ResizeObserver(scroll);
  const header = document.querySelector("header");
  if (header) observer.observe(header);
  scroll();
  const ending = new AbortController();
  const end = () => {
    observer.disconnect();
    ending.abort();
  };
  for (const name of ["pointerdown", "keydown", "wheel"])
    addEventListener(name, end, { signal: ending.signal, passive: true });
  return end;
}

function Appointment(appointment: PlannerAppointment) {
  const text = strings();
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
      {JobDescription && !repeats(JobDescription, appointment.JobDetail) && (
        <Description text={JobDescription} />
      )}
      {ContactName && <p dir="auto">{text.contact(ContactName)}</p>}
      {ContactNumber && (
        <a className={styles.call} href={`tel:${ContactNumber.replaceAll(/[^+\d]/g, "")}`}>
          <Icon name="phone" />
          {text.call(ContactNumber)}
        </a>
      )}
    </div>
  );
}

/** A description that only repeats the kind of job, such as "No heating", is not shown again. */
function repeats(description: string, detail: string): boolean {
  return detail.toLowerCase().endsWith(description.trim().toLowerCase());
}

/** The number of characters that are shown of a longer description until it is expanded. */
const maxPreviewLength = 200;

/** The job's description. It can be expanded here because the job may not be on this phone. */
function Description({ text }: { text: string }) {
  const labels = strings();
  const [isExpanded, setExpanded] = useState(false);
  const isLong = text.length > maxPreviewLength;
  return (
    <>
      <p className={classes(styles.description, isLong && !isExpanded && styles.cut)} dir="auto">
        {text}
      </p>
      {isLong && (
        <Button onClick={() => setExpanded(!isExpanded)}>
          {isExpanded ? labels.showLess : labels.showAll}
        </Button>
      )}
    </>
  );
}
