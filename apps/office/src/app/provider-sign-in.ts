import { beginOidcSignIn } from "@fieldfare/contract/office";

/** The provider's sign-in leads back to a page below this one, so that the app knows where the browser comes from. */
const returnPath = "/office/signed-in";

/** The address that leads to the provider's sign-in, and back to the page that is open. */
export function buildProviderAddress(page: string): string {
  const returnTo = page.replace(/^\/office/, returnPath);
  return `${beginOidcSignIn.path}?${new URLSearchParams({ returnTo })}`;
}

/** Puts the address of the page itself back after a sign-in at the provider. Returns whether there was one. */
export function leaveProvider(): boolean {
  const { pathname, search } = window.location;
  if (pathname !== returnPath && !pathname.startsWith(`${returnPath}/`)) return false;
  const page = `/office${pathname.slice(returnPath.length)}`;
  window.history.replaceState(null, "", `${page}${search}`);
  return true;
}

/** Why the provider's sign-in was refused, as a code; null: it was not. */
export function readProviderRefusal(): string | null {
  return new URLSearchParams(window.location.search).get("signInRefused");
}
