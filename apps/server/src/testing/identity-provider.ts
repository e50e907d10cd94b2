import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Provider } from "oidc-provider";

export interface ProviderPerson {
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly name?: string;
  readonly groups?: readonly string[];
  /** What of it the id token says. By default only the userinfo address says anything. */
  readonly inIdToken?: readonly string[];
}

/** Answers the provider's own sign-in page; `finish` ends it with a person, or with null for a refusal. */
type Interaction = (
  request: IncomingMessage,
  response: ServerResponse,
  finish: (subject: string | null) => void,
) => void;

export interface IdentityProvider {
  readonly issuer: string;
  /** Whom the provider knows, by subject. */
  readonly people: Map<string, ProviderPerson>;
  /** Begins to answer, for a server that takes browsers back at these addresses. */
  serve(redirectUris: readonly string[], interaction: Interaction): void;
  stop(): void;
}

/** What a server has to know of the provider besides its address. */
export const identityClient = {
  clientId: "fieldfare",
  clientSecret: "a secret of the provider",
  scope: "openid email profile groups",
  rolesClaim: "groups",
} as const;

/** Starts an OpenID Connect provider on this machine. It answers 503 until it serves. */
export async function startIdentityProvider(): Promise<IdentityProvider> {
  let answer = (_request: IncomingMessage, response: ServerResponse) =>
    void response.writeHead(503).end();
  const http = createServer((request, response) => answer(request, response));
  await new Promise<void>((resolve) => void http.listen(0, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const people = new Map<string, ProviderPerson>();
  return {
    issuer,
    people,
    serve(redirectUris, interaction) {
      const provider = createProvider(issuer, people, redirectUris);
      const callback = provider.callback();
      answer = (request, response) => {
        if (!request.url?.startsWith("/interaction/")) {
          void callback(request, response);
          return;
        }
        interaction(request, response, (subject) => {
          const result =
            subject === null
              ? { error: "access_denied", error_description: "The person has cancelled" }
              : { login: { accountId: subject } };
          void provider.interactionFinished(request, response, result);
        });
      };
    },
    stop() {
      http.closeAllConnections();
      http.close();
    },
  };
}

function createProvider(
  issuer: string,
  people: ReadonlyMap<string, ProviderPerson>,
  redirectUris: readonly string[],
): Provider {
  return new Provider(issuer, {
    clients: [
      {
        client_id: identityClient.clientId,
        client_secret: identityClient.clientSecret,
        redirect_uris: [...redirectUris],
        token_endpoint_auth_method: "client_secret_post",
      },
    ],
    claims: {
      openid: ["sub"],
      email: ["email", "email_verified"],
      profile: ["name"],
      groups: ["groups"],
    },
    scopes: ["openid", "email", "profile", "groups"],
    cookies: { keys: ["only for this test"] },
    // Otherwise an id token never says anything that the userinfo address says.
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
    pkce: { required: () => true },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: (use) => ({ sub: id, ...readClaims(people.get(id) ?? {}, use) }),
    }),
    async loadExistingGrant({ oidc }) {
      const accountId = oidc.session?.accountId;
      const clientId = oidc.client?.clientId;
      if (accountId === undefined || clientId === undefined) return undefined;
      const grant = new oidc.provider.Grant({ accountId, clientId });
      grant.addOIDCScope(identityClient.scope);
      await grant.save();
      return grant;
    },
  });
}

function readClaims({ inIdToken = [], ...claims }: ProviderPerson, use: string) {
  return use === "id_token"
    ? Object.fromEntries(Object.entries(claims).filter(([name]) => inIdToken.includes(name)))
    : claims;
}

interface Step {
  readonly status: number;
  readonly location: string;
}

/** A browser: it keeps the cookies of each origin by their path, and follows redirects when it is told to. */
export function openTestBrowser() {
  const cookies = new Map<string, Map<string, { readonly value: string; readonly path: string }>>();
  const readCookies = (url: string) => {
    const { origin, pathname } = new URL(url);
    return [...(cookies.get(origin) ?? [])]
      .filter(([, { path }]) => pathname.startsWith(path))
      .map(([name, { value }]) => `${name.split(" ")[0]}=${value}`)
      .join("; ");
  };
  async function send(url: string, method = "GET") {
    const { origin } = new URL(url);
    const own = cookies.get(origin) ?? new Map<string, { value: string; path: string }>();
    cookies.set(origin, own);
    const response = await fetch(url, {
      method,
      redirect: "manual",
      headers: { cookie: readCookies(url) },
    });
    for (const set of response.headers.getSetCookie()) {
      const [pair = ""] = set.split(";");
      const path = /; ?path=([^;]+)/i.exec(set)?.[1] ?? "/";
      const at = pair.indexOf("=");
      own.set(`${pair.slice(0, at)} ${path}`, { value: pair.slice(at + 1), path });
    }
    return response;
  }
  async function go(url: string): Promise<Step> {
    const response = await send(url);
    const location = response.headers.get("location") ?? "";
    return { status: response.status, location: location && new URL(location, url).href };
  }
  return {
    send,
    go,
    /** The header with which this browser goes to an address. */
    readCookies,
    /** Follows redirects until the next address has this path. */
    async goUntil(url: string, path: string): Promise<string> {
      let location = url;
      while (new URL(location).pathname !== path) {
        const step = await go(location);
        if (step.location === "") throw new Error(`${location} leads nowhere: ${step.status}`);
        ({ location } = step);
      }
      return location;
    },
  };
}
