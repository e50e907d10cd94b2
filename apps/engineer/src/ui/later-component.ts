import { type ComponentType, lazy } from "react";

/** A component whose file is not part of the first load. */
export interface LaterComponent {
  readonly load: () => Promise<ComponentType>;
  /** Returns what draws it: where it is loaded already, without a drawing that waits for it. */
  readonly get: () => ComponentType;
}

export function createLaterComponent(load: () => Promise<ComponentType>): LaterComponent {
  let loaded: ComponentType | null = null;
  const loadOnce = async () => (loaded ??= await load());
  const Lazy = lazy(async () => ({ default: await loadOnce() }));
  return { load: loadOnce, get: () => loaded ?? Lazy };
}
