import "@mantine/core/styles.css";
import "@mantine/notifications/styles.css";
import { MantineProvider } from "@mantine/core";
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { officeProblemCode } from "@fieldfare/contract/office";
import { StrictMode } from "react";
import { createRoot, type Root } from "react-dom/client";
import { ownAccountKey } from "../server/account.ts";
import { OfficeError } from "../server/send-request.ts";
import { forgetTyping, watchTyping } from "../server/unsent-text.ts";
import { startSession } from "../server/session.ts";
import { resolveVariables, theme } from "../ui/theme.ts";
import { LiveRegion } from "../ui/live-region.tsx";
import "../ui/base.css";
import { App } from "./app.tsx";
import { Notices } from "./notices.tsx";
import { leaveProvider } from "./provider-sign-in.ts";
import { loadScreenCode, prepareScreen } from "./router.tsx";

const maxRetries = 2;

/** The server refuses what the user's roles do not allow any more: the app then hides it too. */
function reloadPermissions(error: unknown) {
  if (!(error instanceof OfficeError)) return;
  const code = error.problem?.code;
  if (
    code === officeProblemCode.permissionMissing ||
    code === officeProblemCode.passwordChangeNeeded
  )
    void queries.invalidateQueries({ queryKey: [ownAccountKey] });
}

/** What is typed beside an upload or an undo is not sent with it. */
function noteSent(_answer: unknown, _input: unknown, _result: unknown, { meta }: SentMutation) {
  if (meta?.["sendsNoText"] !== true) forgetTyping();
}

type SentMutation = Parameters<NonNullable<MutationCacheConfig["onSuccess"]>>[3];
type MutationCacheConfig = NonNullable<ConstructorParameters<typeof MutationCache>[0]>;

const queries = new QueryClient({
  queryCache: new QueryCache({ onError: reloadPermissions }),
  mutationCache: new MutationCache({ onError: reloadPermissions, onSuccess: noteSent }),
  defaultOptions: {
    // Without a network a request fails at once and says so. The library would wait, and send later what the user has given up.
    mutations: { networkMode: "always" },
    queries: {
      networkMode: "always",
      refetchOnReconnect: true,
      staleTime: 10_000,
      retry: (failures, error) =>
        failures < maxRetries &&
        error instanceof OfficeError &&
        (error.status === 0 || error.status === 503),
    },
  },
});

const nonce = document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.content ?? "";
const element = document.getElementById("root");
if (!element) throw new Error('The page has no element "root"');

/** Nothing is drawn before it is known who has signed in, and what that account may see: until then the page says that the app is starting. */
async function start(root: Root): Promise<void> {
  const session = startSession(leaveProvider());
  watchTyping();
  // The screen that needs it loads it again, and says what is wrong.
  loadScreenCode().catch(() => undefined);
  const user = await session;
  if (user) await prepareScreen(queries, user.id).catch(() => undefined);
  root.render(
    <StrictMode>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={resolveVariables}
        defaultColorScheme="auto"
        getStyleNonce={() => nonce}
      >
        <QueryClientProvider client={queries}>
          <App />
          <Notices />
          <LiveRegion />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  );
}

void start(createRoot(element));
