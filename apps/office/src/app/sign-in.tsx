import {
  Alert,
  Button,
  Center,
  Paper,
  PasswordInput,
  Stack,
  Text,
  TextInput,
  Title,
} from "@mantine/core";
import { demoLogins, problemCode } from "@fieldfare/contract";
import { readSignInMethods } from "@fieldfare/contract/office";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import { ErrorNotice } from "../server/error-notice.tsx";
import { OfficeError, sendRequest } from "../server/send-request.ts";
import { signIn } from "../server/session.ts";
import { useAction } from "../server/use-action.ts";
import { buildProviderAddress, readProviderRefusal } from "./provider-sign-in.ts";
import { strings } from "./strings.ts";

/** The first part of the key of what is the same for every user. */
export const publicKey = "public";

/** The page for a user who is not signed in. It also says why the provider's sign-in was refused. */
export function SignInScreen() {
  return (
    <Center mih="100vh" p="md" component="main">
      <title>{`${strings.signIn} - ${strings.brand}`}</title>
      <Paper withBorder p="xl" radius="lg" w={400} maw="100%">
        <Title order={1} size="h3" mb="md">
          {strings.signInTitle}
        </Title>
        <ProviderRefusal />
        <SignInForm />
      </Paper>
    </Center>
  );
}

interface SignInFormProps {
  /** Who was signed in before. */
  readonly email?: string;
  readonly note?: string;
}

/**
 * The user signs in with email address and password, or at the provider. With `email`, the provider opens in another
 * tab, so that the page below stays as it is.
 */
export function SignInForm({ email: known = "", note }: SignInFormProps) {
  const [email, setEmail] = useState(known);
  const [password, setPassword] = useState("");
  const [isChecked, setIsChecked] = useState(false);
  const emailField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);
  const demo = useDemoLogin();
  const { data: methods } = useQuery({
    queryKey: [publicKey, "sign-in-methods"],
    queryFn: ({ signal }) => sendRequest(readSignInMethods, { signal }, null),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const start = useAction({
    mutationFn: () => signIn(email, password),
    onError: () => passwordField.current?.focus(),
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsChecked(true);
    if (email.trim() === "") emailField.current?.focus();
    else if (password === "") passwordField.current?.focus();
    else start.mutate();
  };

  const refusal = describeRefusal(start.error);
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        {note !== undefined && <Text>{note}</Text>}
        <TextInput
          ref={emailField}
          label={strings.email}
          type="email"
          autoComplete="username"
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
          error={isChecked && email.trim() === "" && strings.required}
          {...(known === "" && { "data-autofocus": true })}
        />
        <PasswordInput
          ref={passwordField}
          label={strings.password}
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          error={(isChecked && password === "" && strings.required) || refusal}
          {...(known !== "" && { "data-autofocus": true })}
        />
        {start.error && refusal === null && <ErrorNotice error={start.error} />}
        <Button type="submit" loading={start.isPending}>
          {strings.signIn}
        </Button>
        {methods?.oidc && <ProviderButton isNewTab={known !== ""} />}
        {demo && (
          <Text size="sm" c="dimmed">
            {strings.demoLogins}:{" "}
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => {
                setEmail(demo.email);
                setPassword(demo.password);
              }}
            >
              {demo.email}
            </Button>
          </Text>
        )}
      </Stack>
    </form>
  );
}

/** Leads to the provider's sign-in, from an open page in another tab: what is typed in this one stays. */
function ProviderButton({ isNewTab }: { readonly isNewTab: boolean }) {
  return (
    <Button
      component="a"
      variant="default"
      href={buildProviderAddress(window.location.pathname)}
      {...(isNewTab && { target: "_blank", rel: "noopener" })}
    >
      {isNewTab ? strings.providerNewTab : strings.providerSignIn}
    </Button>
  );
}

/** Why the provider's sign-in, from which the browser has just come back, was refused. */
function ProviderRefusal() {
  const code = readProviderRefusal();
  if (code === null) return null;
  const known = Object.entries(strings.providerRefusals).find(([name]) => name === code);
  return (
    <Alert
      role="alert"
      color="var(--danger)"
      variant="outline"
      title={strings.providerRefused}
      mb="md"
    >
      {known?.[1] ?? strings.providerRefusals.failed}
    </Alert>
  );
}

/** The office's login while demo data is loaded. */
function useDemoLogin() {
  const { data } = useQuery({
    queryKey: [publicKey, "demo-logins"],
    queryFn: ({ signal }) => sendRequest(demoLogins, { signal }, null),
  });
  return data?.logins.find(({ email }) => email.startsWith("office@"));
}

function describeRefusal(error: unknown): string | null {
  if (!(error instanceof OfficeError)) return null;
  if (error.problem?.code === problemCode.badCredentials) return strings.badCredentials;
  return error.problem?.code === problemCode.accountDisabled ? strings.accountDisabled : null;
}
