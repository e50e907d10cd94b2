import type { Figure } from "../figure.ts";
import { backlog } from "./backlog.ts";
import { coldStart } from "./cold-start.ts";
import { day } from "./day.ts";
import { drain } from "./drain.ts";
import { firstLoad } from "./first-load.ts";
import { form } from "./form.ts";
import { growth } from "./growth.ts";
import { intake } from "./intake.ts";
import { memory } from "./memory.ts";
import { seal } from "./seal.ts";
import { office } from "./office.ts";
import { search } from "./search.ts";
import { syncApply } from "./sync-apply.ts";
import { syncDelta } from "./sync-delta.ts";
import { syncServe } from "./sync-serve.ts";
import { tap } from "./tap.ts";

/** All figures, in the order in which they are measured. */
export const figures: readonly Figure[] = [
  syncApply,
  syncDelta,
  search,
  drain,
  backlog,
  day,
  tap,
  coldStart,
  seal,
  form,
  firstLoad,
  memory,
  intake,
  syncServe,
  growth,
  office,
];
