import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { type ReactNode, StrictMode } from "react";
import { createRoot } from "react-dom/client";

/** Renders a page that is no part of the app. Its links and frames need a router, which leads nowhere. */
export function renderSinglePage(component: () => ReactNode): void {
  const router = createRouter({
    routeTree: createRootRoute({ component }),
    history: createMemoryHistory(),
    defaultNotFoundComponent: () => null,
  });
  const element = document.getElementById("root");
  if (!element) throw new Error('The page has no element "root"');
  createRoot(element).render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  );
}
