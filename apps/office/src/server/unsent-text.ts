const channel = new BroadcastChannel("fieldfare-office-text");
/** How long another tab has for its answer. */
const answerMs = 300;
/** What was typed into since the page was loaded or something was last sent. */
const typedInto = new Set<HTMLInputElement | HTMLTextAreaElement>();

/** Notes where somebody types, and answers other tabs. Call it once. */
export function watchTyping(): void {
  document.addEventListener("input", ({ target }) => {
    for (const field of typedInto) if (!field.isConnected) typedInto.delete(field);
    if (isTextField(target)) typedInto.add(target);
  });
  channel.addEventListener("message", ({ data }: MessageEvent<"asks" | "has-text">) => {
    if (data === "asks" && hasUnsentText()) channel.postMessage("has-text");
  });
}

/** What was typed in this tab has been sent. */
export function forgetTyping(): void {
  typedInto.clear();
}

/** Where text stands that was typed and not sent. Null: nowhere. */
export async function findUnsentText(): Promise<"here" | "in-another-tab" | null> {
  if (hasUnsentText()) return "here";
  return new Promise((resolve) => {
    const settle = (found: "in-another-tab" | null) => {
      window.clearTimeout(timer);
      channel.removeEventListener("message", hear);
      resolve(found);
    };
    const hear = ({ data }: MessageEvent<unknown>) => {
      if (data === "has-text") settle("in-another-tab");
    };
    const timer = window.setTimeout(() => settle(null), answerMs);
    channel.addEventListener("message", hear);
    channel.postMessage("asks");
  });
}

function hasUnsentText(): boolean {
  return [...typedInto].some(({ isConnected, value }) => isConnected && value.trim() !== "");
}

/** What is typed into a search is not work. */
function isTextField(target: EventTarget | null): target is HTMLInputElement | HTMLTextAreaElement {
  if (target instanceof HTMLTextAreaElement) return true;
  return (
    target instanceof HTMLInputElement &&
    ["text", "email", "tel", "url", "number"].includes(target.type) &&
    target.closest("search") === null
  );
}
