import { type Danger, formatUnsafeName } from "@fieldfare/domain";
import type { FormPath } from "@fieldfare/forms";
import { createContext, useContext, useEffect, useRef } from "react";
import { Banner } from "../../../../ui/banner.tsx";
import { Button } from "../../../../ui/button.tsx";
import { strings } from "../strings.ts";

interface NoticeOfferValue {
  readonly dangers: readonly Danger[];
  /** Opens the notice from the question that classes the danger. */
  readonly onWrite: (path: FormPath) => Promise<void>;
}

const NoticeOfferContext = createContext<NoticeOfferValue>({
  dangers: [],
  onWrite: () => Promise.resolve(),
});

export const NoticeOfferProvider = NoticeOfferContext.Provider;

/** Drawn below the question that classes a danger: the engineer has just tapped there. */
export function NoticeOffer({ path }: { path: FormPath }) {
  const { dangers, onWrite } = useContext(NoticeOfferContext);
  const danger = dangers.find((one) => one.path === path.join("."));
  const isOffered = danger !== undefined;
  const wasOffered = useRef(isOffered);
  const offer = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The footer would cover an offer below the last question on the screen. The focus stays at the answer.
    if (isOffered && !wasOffered.current) offer.current?.scrollIntoView({ block: "nearest" });
    wasOffered.current = isOffered;
  }, [isOffered]);
  if (!danger) return null;
  return (
    <div ref={offer}>
      <Banner tone="danger" title={describeDanger(danger)} alert>
        <Button kind="danger" onClick={() => onWrite(path)}>
          {strings().notice.write}
        </Button>
      </Banner>
    </div>
  );
}

/** Names an appliance and how dangerous it is. */
export function describeDanger({ row, classification }: Danger): string {
  return strings().notice.danger(formatUnsafeName(row), classification);
}
