import { type ComponentType, useEffect, useState } from "react";
import { Banner } from "../ui/banner.tsx";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { ask, Dialog } from "../ui/dialog.tsx";
import { TextField } from "../ui/field.tsx";
import { Icon } from "../ui/icon.tsx";
import { LoadingPage } from "../ui/loading-page.tsx";
import {
  HeaderAlertsProvider,
  HeaderNoteProvider,
  HeaderStatusProvider,
  Page,
} from "../ui/page.tsx";
import { showToast } from "../ui/toast.tsx";

const text = "The boiler locks out when the hot water runs. The fan was renewed in spring.";

/** The parts that fill the screen or are drawn above it, by the name of the exported component. */
export const screenParts: Readonly<Record<string, ComponentType>> = {
  Dialog: () => (
    <Behind>
      <Dialog
        title="Dialog with a reference WO-2211/C1"
        onClose={ignore}
        actions={
          <>
            <Button kind="main">Confirm</Button>
            <Button>Cancel</Button>
          </>
        }
      >
        <p>{text}</p>
        <TextField
          name="reason"
          label="Reason"
          value=""
          onChange={ignore}
          error="Please say why."
        />
      </Dialog>
    </Behind>
  ),

  "Dialog as a sheet": () => (
    <Behind>
      <Dialog title="Sheet" sheet onClose={ignore} actions={<Button kind="main">Done</Button>}>
        <p>{text}</p>
      </Dialog>
    </Behind>
  ),

  QuestionHost: () => {
    useEffect(() => {
      void ask({
        title: "Remove this part?",
        text: "Diverter valve cartridge",
        confirm: "Remove Part",
        extra: "Remove all parts",
        cancel: "Keep part",
        danger: true,
      });
    }, []);
    return <Behind />;
  },

  ToastHost: () => {
    useEffect(() => {
      showToast({ text: "Part added", kind: "good", duration: "persistent" });
      showToast({
        title: "Unable to send",
        text,
        kind: "danger",
        duration: "persistent",
        action: { label: "Sign out", run: ignore },
      });
      showToast({ text: "Unable to contact server.", kind: "warn", duration: "persistent" });
    }, []);
    return <Behind />;
  },

  "ToastHost above buttons": () => {
    useEffect(() => {
      showToast({ text: "Part added", kind: "good", duration: "persistent" });
    }, []);
    return (
      <Behind>
        {["First", "Second", "Third", "Last"].map((name) => (
          <Card key={name} title={name}>
            <p>{text}</p>
            <Button icon="check">{name}</Button>
          </Card>
        ))}
      </Behind>
    );
  },

  "ToastHost with a dialog": () => <OpensDialog />,

  "ToastHost with a long sheet": () => <OpensDialog sheet />,

  Page: () => (
    <Page
      title="Title of the screen"
      back={ignore}
      actions={<Button kind="header" icon="camera" label="Take a photo" />}
      secondary={<Button>Discard</Button>}
      main={<Button kind="main">Main action</Button>}
    >
      <Card title="Content">
        <p>{text}</p>
      </Card>
    </Page>
  ),

  LoadingPage: () => <LoadingPage title="A screen while its content is read" back="/" cards={3} />,

  HeaderStatusProvider: () => (
    <HeaderStatusProvider value={<Icon name="cloud-check" label="All sent" />}>
      <Behind />
    </HeaderStatusProvider>
  ),

  HeaderAlertsProvider: () => (
    <HeaderAlertsProvider value={<Banner tone="info">An alert below every header</Banner>}>
      <Behind />
    </HeaderAlertsProvider>
  ),

  HeaderNoteProvider: () => (
    <HeaderNoteProvider value={<Banner tone="info">A note below every header</Banner>}>
      <Behind />
    </HeaderNoteProvider>
  ),
};

function ignore(): void {}

/** A page with a toast that stays, and a dialog that is opened above it and shows more of them. */
function OpensDialog({ sheet = false }: { sheet?: boolean }) {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    showToast({ text: "Part added", kind: "good", duration: "persistent" });
  }, []);
  return (
    <Behind>
      <Button onClick={() => setOpen(true)}>Open</Button>
      {isOpen && (
        <Dialog
          title="Messages"
          sheet={sheet}
          onClose={() => setOpen(false)}
          actions={<Button onClick={() => setOpen(false)}>Cancel</Button>}
        >
          <Button
            onClick={() => {
              showToast({ text: "Synchronisation completed successfully", duration: "persistent" });
              showToast({ title: "Unable to send", text, kind: "warn", duration: "persistent" });
            }}
          >
            Send
          </Button>
          {sheet && Array.from({ length: 20 }, (_, index) => <p key={index}>{text}</p>)}
        </Dialog>
      )}
    </Behind>
  );
}

/** A page below the example. */
function Behind(props: { children?: React.ReactNode }) {
  return (
    <Page title="A long title of a screen wraps" main={<Button kind="main">Main action</Button>}>
      <Card>
        <p>{text}</p>
      </Card>
      {props.children}
    </Page>
  );
}
