import "../ui/tokens.css";
import "../ui/base.css";
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { QuestionHost } from "../ui/dialog.tsx";
import { ToastHost } from "../ui/toast.tsx";
import { AllParts, AllThemes, OnePart, themes } from "./catalogue.tsx";

// Without parameters: the three themes next to each other. `theme`: all parts in this theme. `part`: this part alone, for
// parts that fill the screen or are drawn above it.
const parameters = new URLSearchParams(location.search);
const theme = themes.find((name) => name === parameters.get("theme"));
const part = parameters.get("part");

if (theme) document.documentElement.dataset["theme"] = theme;

function Catalogue() {
  if (!theme) return <AllThemes />;
  return (
    <>
      {part === null ? <AllParts theme={theme} /> : <OnePart name={part} />}
      <QuestionHost />
      <ToastHost />
    </>
  );
}

// Links need a router. They lead nowhere: the catalogue has one page.
const router = createRouter({
  routeTree: createRootRoute({ component: Catalogue }),
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
