import { beginProviderSignIn, ping, providerResults } from "@fieldfare/contract";
import {
  callServer,
  type Device,
  type ProviderSignInRefusal,
  signInWithProvider,
} from "@fieldfare/device";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { useDevice } from "../../phone/device.tsx";
import {
  forgetPurpose,
  type ProviderPurpose,
  readPurpose,
  rememberPurpose,
} from "../../phone/provider.ts";
import { SupportPhone } from "../../phone/support-phone.tsx";
import { Banner } from "../../ui/banner.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { LoadingIndicator } from "../../ui/loading.tsx";
import { Page } from "../../ui/page.tsx";
import { finishSignIn } from "./finish.ts";
import { strings } from "./provider-strings.ts";
import { describeRefusal } from "./refusals.ts";

type Refusal = keyof ReturnType<typeof strings>["refusals"] | ProviderSignInRefusal;

/**
 * Leads to the sign-in of the OpenID Connect provider, and takes the browser back from there: then it signs in, or goes on
 * with the forgotten PIN. Whatever happens there, nothing on the phone changes before.
 */
export function ProviderScreen() {
  const device = useDevice();
  const navigate = useNavigate();
  const { result, proves = false } = useSearch({ from: "/provider" });
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [purpose] = useState<ProviderPurpose>(
    () => (result === undefined ? null : readPurpose()) ?? (proves ? "forgotten-pin" : "sign-in"),
  );
  const text = strings();

  const begin = async () => {
    setRefusal(null);
    setRefusal(await goToProvider(device, purpose));
  };
  const goOn = async () => {
    const isOwn = readPurpose() !== null;
    if (!isOwn || result !== "done") return setRefusal(isOwn ? toRefusal(result) : "not-signed-in");
    if (purpose === "forgotten-pin") return navigate({ to: "/forgottenpin", replace: true });
    forgetPurpose();
    const signedIn = await signInWithProvider(device);
    if (signedIn.ok) await finishSignIn(device, navigate, signedIn.value);
    else if (signedIn.refusal === "device-locked")
      await finishSignIn(device, navigate, { destination: "/lock" });
    else setRefusal(signedIn.refusal);
  };
  const start = useRef(result === undefined ? begin : goOn);
  const hasStarted = useRef(false);
  useEffect(() => {
    if (hasStarted.current) return;
    hasStarted.current = true;
    void start.current();
  }, []);

  const way = purpose === "forgotten-pin" ? "/forgottenpin" : "/login";
  return (
    <Page
      title={text.title}
      bare
      back={way}
      secondary={
        refusal && (
          <ButtonLink to={way} replace>
            {way === "/login" ? text.otherWay : text.back}
          </ButtonLink>
        )
      }
      main={
        refusal && (
          <Button kind="main" onClick={() => void begin()}>
            {text.again}
          </Button>
        )
      }
    >
      {refusal ? (
        <RefusalBanner refusal={refusal} />
      ) : (
        <LoadingIndicator active label={result === undefined ? text.opening : text.signingIn} />
      )}
    </Page>
  );
}

function RefusalBanner({ refusal }: { refusal: Refusal }) {
  const text = strings();
  if (refusal === "network")
    return (
      <Banner tone="warn" title={text.offlineTitle} alert>
        {text.offline}
      </Banner>
    );
  return (
    <>
      <Banner tone="danger" title={text.notSignedInTitle} alert>
        <p>{isOfProvider(refusal) ? text.refusals[refusal] : describeRefusal(refusal)}</p>
        <p>{text.nothingChanged}</p>
      </Banner>
      <SupportPhone />
    </>
  );
}

/**
 * Leaves the app for the provider. Returns "network" if there is none: the browser would show a page of its own. The
 * provider's page takes the place of this one, so that its Back leads to the screen before.
 */
async function goToProvider(device: Device, purpose: ProviderPurpose): Promise<Refusal | null> {
  const answer = await callServer(device, ping, {});
  if (!answer.ok && answer.failure.kind !== "device") return "network";
  rememberPurpose(purpose);
  window.location.replace(beginProviderSignIn.path);
  return null;
}

function toRefusal(result: string | undefined): Refusal {
  const known = providerResults.find((each) => each === result);
  return known === undefined || known === "done" ? "failed" : known;
}

function isOfProvider(refusal: Refusal): refusal is keyof ReturnType<typeof strings>["refusals"] {
  return Object.hasOwn(strings().refusals, refusal);
}
