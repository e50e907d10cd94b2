import { test } from "@playwright/test";
import { makeSnapshot } from "./make-snapshot.ts";

test(
  "the demo is filled and Sam installs the app, as the snapshot for all other files",
  makeSnapshot,
);
