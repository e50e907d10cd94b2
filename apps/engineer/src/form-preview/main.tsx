import "../ui/tokens.css";
import "../ui/base.css";
import { z } from "@fieldfare/contract";
import {
  type formPreviewReady,
  formPreviewRequest,
  type FormPreviewRequest,
} from "@fieldfare/contract/office";
import { useEffect, useState } from "react";
import { QuestionHost } from "../ui/dialog.tsx";
import { renderSinglePage } from "../ui/single-page.tsx";
import { ToastHost } from "../ui/toast.tsx";
import { FormPreview } from "./form-preview.tsx";

// The office shows this page in a frame without an origin of its own: it has no session, no storage and no network, and
// no service worker controls it. All it gets is what the office posts.

interface Shown {
  readonly request: FormPreviewRequest;
  /** Each request begins the form again. */
  readonly key: number;
}

function Preview() {
  const [shown, setShown] = useState<Shown | null>(null);
  useEffect(() => {
    const show = (event: MessageEvent<unknown>) => {
      if (event.source !== parent || event.origin !== new URL(location.href).origin) return;
      const parsed = z.safeParse(formPreviewRequest, event.data);
      if (!parsed.success) return;
      document.documentElement.dataset["theme"] = parsed.data.theme;
      setShown((before) => ({ request: parsed.data, key: (before?.key ?? 0) + 1 }));
    };
    addEventListener("message", show);
    const ready: z.output<typeof formPreviewReady> = { kind: "ready" };
    parent.postMessage(ready, new URL(location.href).origin);
    return () => removeEventListener("message", show);
  }, []);
  return (
    <>
      {shown && <FormPreview key={shown.key} request={shown.request} />}
      <QuestionHost />
      <ToastHost />
    </>
  );
}

renderSinglePage(Preview);
