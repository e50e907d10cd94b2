import "../ui/tokens.css";
import "../ui/base.css";
import { QuestionHost } from "../ui/dialog.tsx";
import { renderSinglePage } from "../ui/single-page.tsx";
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

renderSinglePage(Catalogue);
