import type { Authenticator } from "../session/authenticator.ts";

/**
 * Returns the phone's own fingerprint sensor or face recognition; null where the browser or the phone has none, or where
 * the address of the page is a number, for which WebAuthn makes no credentials.
 */
export async function findAuthenticator(): Promise<Authenticator | null> {
  if (!("PublicKeyCredential" in globalThis) || !navigator.credentials) return null;
  const isThere = await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable().catch(
    () => false,
  );
  if (!isThere || /^[\d.]+$|:/.test(location.hostname)) return null;
  return { origin: location.origin, host: location.hostname, create, sign };
}

const timeout = 60_000;

const create: Authenticator["create"] = async (request) => {
  const { challenge, userId, userName } = request;
  const credential = await navigator.credentials
    .create({
      publicKey: {
        rp: { name: "Fieldfare", id: location.hostname },
        user: { id: userId, name: userName, displayName: userName },
        challenge,
        pubKeyCredParams: request.algorithms.map((alg) => ({ type: "public-key", alg })),
        authenticatorSelection: {
          authenticatorAttachment: "platform",
          userVerification: "required",
          residentKey: "discouraged",
        },
        attestation: "none",
        timeout,
        extensions: { prf: { eval: { first: request.input } } },
      },
    })
    .catch(ignoreRefusal);
  if (!(credential instanceof PublicKeyCredential)) return null;
  const { response } = credential;
  if (!(response instanceof AuthenticatorAttestationResponse)) return null;
  const publicKey = response.getPublicKey();
  if (!publicKey) return null;
  const { prf } = credential.getClientExtensionResults();
  const derived = prf?.results?.first;
  return {
    credentialId: credential.rawId,
    publicKey,
    algorithm: response.getPublicKeyAlgorithm(),
    hasPrf: prf?.enabled === true,
    ...(derived && { derived: toBuffer(derived) }),
  };
};

const sign: Authenticator["sign"] = async ({ challenge, credentialId, input }) => {
  const credential = await navigator.credentials
    .get({
      publicKey: {
        challenge,
        rpId: location.hostname,
        allowCredentials: [{ type: "public-key", id: credentialId, transports: ["internal"] }],
        userVerification: "required",
        timeout,
        extensions: { prf: { eval: { first: input } } },
      },
    })
    .catch(ignoreRefusal);
  if (!(credential instanceof PublicKeyCredential)) return null;
  const { response } = credential;
  if (!(response instanceof AuthenticatorAssertionResponse)) return null;
  const derived = credential.getClientExtensionResults().prf?.results?.first;
  return {
    ...(derived && { derived: toBuffer(derived) }),
    clientData: response.clientDataJSON,
    authenticatorData: response.authenticatorData,
    signature: response.signature,
  };
};

function toBuffer(source: BufferSource): ArrayBuffer {
  return source instanceof ArrayBuffer
    ? source
    : new Uint8Array(source.buffer, source.byteOffset, source.byteLength).slice().buffer;
}

/** The browser gives no reason why a credential was not made or not used, so that a site cannot learn about the phone. */
function ignoreRefusal(error: unknown): null {
  if (error instanceof DOMException) return null;
  throw error;
}
