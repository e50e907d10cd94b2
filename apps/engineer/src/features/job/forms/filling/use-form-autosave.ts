import type { JobForm, JobRow } from "@fieldfare/device";
import { isFormInProgress } from "@fieldfare/domain";
import type { FormBundle, FormSession } from "@fieldfare/forms";
import { useEffect, useMemo, useRef, useState } from "react";
import { useDevice } from "../../../../phone/device.tsx";
import { useEngineerLeaves } from "../../engineer-leaves.ts";
import type { Filling } from "./context.ts";
import { Elements } from "./elements.tsx";
import { createFormAutosave } from "./form-autosave.ts";
import { restorePhotos } from "./opening.ts";
import { PhotosQuestion } from "./photos.tsx";

/** Saves every change of the session's draft, from the first render on. */
export function useFormAutosave(options: {
  readonly job: JobRow;
  readonly customFormId: string;
  readonly form: JobForm;
  readonly bundle: FormBundle;
  readonly isEditable: boolean;
  readonly session: FormSession;
  /** False after another window has taken over the form. */
  readonly hasClaim: () => boolean;
}) {
  const { job, customFormId, form, bundle, isEditable, session, hasClaim } = options;
  const device = useDevice();
  const { jobId } = job;
  const isFinished = useRef(false);
  const [isChanged, setChanged] = useState(false);
  const [autosave] = useState(() =>
    createFormAutosave(device, {
      jobId,
      customFormId,
      bundle,
      isBegun: isFormInProgress(form.entry),
    }),
  );
  useEffect(() => {
    if (!isEditable) return undefined;
    const stopListening = session.onChange((change) => {
      // Completing adds appliances to the property, which the open form then shows: its draft is done with.
      if (isFinished.current) return;
      if (change === "place") autosave.savePlace(session.draft());
      else {
        autosave.saveAnswer(session.draft());
        setChanged(true);
      }
    });
    const stopPreparing = session.prepare();
    void restorePhotos(device, form, session).catch(() => undefined);
    const save = () => {
      // The other window continues from the draft, which already contains every answer.
      if (isFinished.current || !hasClaim()) return;
      session.flush();
      void autosave.saveToJob();
    };
    const onHidden = () => document.visibilityState === "hidden" && save();
    document.addEventListener("visibilitychange", onHidden);
    return () => {
      document.removeEventListener("visibilitychange", onHidden);
      stopPreparing();
      save();
      stopListening();
    };
  }, [device, form, isEditable, hasClaim, autosave, session]);
  // Hiding the app does not end a signature: it may be killed between two strokes.
  useEngineerLeaves(() => {
    if (hasClaim()) session.endSignature();
  });
  const signedElsewhere = form.customer?.signature ?? null;
  const context = useMemo<Filling>(
    () => ({
      jobId,
      customFormId,
      session,
      signedElsewhere,
      EntryContent: Elements,
      PhotosQuestion,
    }),
    [customFormId, jobId, session, signedElsewhere],
  );
  return {
    autosave,
    context,
    /** True once an answer was changed since the form was opened. */
    isChanged,
    /** Set to true while the form is being completed: a save would set it back to in progress. */
    finish: (finished: boolean) => {
      isFinished.current = finished;
    },
  };
}
