import { isAvailable, mainAction } from "@fieldfare/domain";
import type { ReactNode } from "react";
import type { PlainPath } from "../../ui/screen-address.ts";
import { Page } from "../../ui/page.tsx";
import { sectionReturnPath } from "./section-return-path.ts";
import { CameraButton } from "./photos/camera-button.tsx";
import type { JobScreen } from "./selected-job.tsx";
import { MainStep, SideSteps, sideSteps } from "./steps.tsx";

/** The page of a job screen: the camera is in the header, the job's next step in the footer. */
export function JobPage(
  props: JobScreen & {
    title: string;
    back?: PlainPath;
    /** Also shows the actions that are available next to the next step (cancel, hold). */
    withSideSteps?: boolean;
    /** The screen's own main action. It replaces the next step while the work may be edited. */
    main?: ReactNode;
    /** Shown next to the camera in the header. */
    action?: ReactNode;
    children: ReactNode;
  },
) {
  const { job, title, back = sectionReturnPath(), withSideSteps = false } = props;
  const step = mainAction(job);
  // Once access is gained the engineer works in the sections, and each section has its own footer.
  const isEditable = isAvailable("edit-work", job);
  const hasStep = step !== null && (withSideSteps || !isEditable);
  const sides = withSideSteps ? sideSteps(job) : [];
  return (
    <Page
      title={title}
      back={back}
      actions={
        <>
          {props.action}
          {isAvailable("photograph", job) && <CameraButton job={job} />}
        </>
      }
      main={hasStep ? <MainStep job={job} step={step} /> : isEditable && props.main}
      secondary={sides.length > 0 && <SideSteps job={job} sides={sides} />}
    >
      {props.children}
    </Page>
  );
}
