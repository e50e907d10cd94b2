import { type ComponentType, lazy } from "react";

/** A component whose file is not part of the first load. */
export interface LazyComponent {
  readonly load: () => Promise<ComponentType>;
  /** Returns the component once it is loaded, and until then one that suspends. */
  readonly get: () => ComponentType;
}

export function createLazyComponent(load: () => Promise<ComponentType>): LazyComponent {
  let loaded: ComponentType | null = null;
  const loadOnce = async () => (loaded ??= await load());
  const Lazy = lazy(async () => ({ default: await loadOnce() }));
  return { load: loadOnce, get: () => loaded ?? Lazy };
}
