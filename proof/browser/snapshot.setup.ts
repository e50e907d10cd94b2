import { test } from "@playwright/test";
import { makeFirstSnapshot } from "./make-snapshot.ts";

test(
  "the demo is filled and Sam installs the app, as the snapshot for all other files",
  makeFirstSnapshot,
);
