import { openPhone, openUnsealedPhone } from "../app.ts";
import type { Figure } from "../figure.ts";
import { median, ms, sideBySide } from "../rounds.ts";
import { start } from "./cold-start.ts";
import { prepareTaps } from "./tap.ts";

const starts = 5;
const rounds = 15;
const throttle = 6;

export const seal: Figure = {
  name: "seal",
  ratioOf: `the app / the same app that stores its rows as they are, 200 jobs, offline, throttled ${throttle} times: the worse of a start to the list and of a tap until it is saved`,
  target: 1.15,
  better: "lower",
  async measure(resources) {
    const phones = {
      sealed: await openPhone(resources),
      plain: await openUnsealedPhone(resources),
    };
    const lists = await sideBySide(starts, {
      sealed: () => start(phones.sealed.phone, `${phones.sealed.url}/jobs`, throttle),
      plain: () => start(phones.plain.phone, `${phones.plain.url}/jobs`, throttle),
    });
    const taps = {
      sealed: await prepareTaps(phones.sealed),
      plain: await prepareTaps(phones.plain),
    };
    const tapOnce = {
      sealed: async () => (await taps.sealed()).saved,
      plain: async () => (await taps.plain()).saved,
    };
    // The first taps load what a tap needs.
    await tapOnce.sealed();
    await tapOnce.plain();
    const tapped = await sideBySide(rounds, tapOnce);
    const ratioOf = (times: Record<"sealed" | "plain", readonly number[]>) =>
      median(times.sealed) / median(times.plain);
    return {
      ratio: Math.max(ratioOf(lists), ratioOf(tapped)),
      notes: [
        `list: sealed ${ms(median(lists.sealed))}, as it is ${ms(median(lists.plain))}, medians of ${starts}`,
        `tap: sealed ${ms(median(tapped.sealed))}, as it is ${ms(median(tapped.plain))}, medians of ${rounds}`,
      ],
    };
  },
};
