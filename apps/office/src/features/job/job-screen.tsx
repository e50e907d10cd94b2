import { Page } from "../../ui/page.tsx";

export function JobScreen() {
  return <Page title="x">x</Page>;
}
