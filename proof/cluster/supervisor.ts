import { setTimeout as pause } from "node:timers/promises";
import { type Node, type Pair, queryNode, setSynchronousStandby } from "./postgresql.ts";

/** Watches the pair, and makes the standby the primary when the primary is gone. */
export interface Supervisor {
  primary(): Node;
  standby(): Node;
  /** Whether what the primary commits is on the standby's disk as well. */
  isSynchronous(): boolean;
  stop(): Promise<void>;
}

const intervalMs = 500;
/** A node that did not answer so often in a row is gone. */
const maxFailures = 3;

/**
 * Watches as Patroni does, for one test on one machine: it is itself no cluster, so it is not for production. It never
 * promotes a standby that may lack a receipt: one counts as in step only until the primary may commit without it.
 */
export function supervise(
  pair: Pair,
  parts: {
    /** Sends what connects from now on to this node. */
    readonly leadTo: (primary: Node) => Promise<void>;
    readonly onEvent: (text: string) => void;
  },
): Supervisor {
  let [primary, standby]: readonly [Node, Node] = pair.nodes;
  let inStep = true;
  /** The standby has been chosen, and is not yet the primary that everybody reaches. */
  let isPromoting = false;
  /** The standby is gone, and has to be made again of the primary. */
  let isRebuilding = false;
  const state = { isStopped: false };
  let failures = { primary: 0, standby: 0 };

  async function watch() {
    if (isPromoting) return promote();
    const rows = await queryNode<{ name: string; sync: string }>(
      primary,
      "select application_name as name, sync_state as sync from pg_stat_replication where state = 'streaming'",
    ).catch(() => null);
    failures.primary = rows === null ? failures.primary + 1 : 0;
    if (rows === null) {
      if (failures.primary >= maxFailures && inStep) await failOver();
      return;
    }
    if (isRebuilding) return rebuild();
    const isFollowing = rows.some(({ name }) => name === standby.name);
    failures.standby = isFollowing ? 0 : failures.standby + 1;
    if (failures.standby >= maxFailures && inStep) await goOnAlone();
    else if (isFollowing && !inStep) {
      await setSynchronousStandby(primary, standby.name);
      inStep = rows.some(({ name, sync }) => name === standby.name && sync === "sync");
      if (inStep) parts.onEvent(`${standby.name} is in step again`);
    }
  }

  async function failOver() {
    // With both gone, the primary is the one to start again.
    await queryNode(standby, "select 1");
    parts.onEvent(`${primary.name} does not answer: ${standby.name} becomes the primary`);
    // A primary that only hung must never answer again.
    await primary.program.end("SIGKILL");
    [primary, standby] = [standby, primary];
    failures = { primary: 0, standby: 0 };
    inStep = false;
    isPromoting = true;
    return promote();
  }

  /** Every step may be repeated: one that fails is tried again. */
  async function promote() {
    await setSynchronousStandby(primary, null);
    const [row] = await queryNode<{ recovers: boolean }>(
      primary,
      "select pg_is_in_recovery() as recovers",
    );
    if (row?.recovers) await queryNode(primary, "select pg_promote()");
    await parts.leadTo(primary);
    isPromoting = false;
    isRebuilding = true;
    parts.onEvent(`${primary.name} is the primary`);
  }

  /** Is tried again until it succeeds: the standby's disk may be full. */
  async function rebuild() {
    await standby.program.end("SIGKILL");
    await pair.rebuild(standby, primary);
    isRebuilding = false;
  }

  async function goOnAlone() {
    // From here on the primary has what the standby may not have.
    inStep = false;
    await setSynchronousStandby(primary, null);
    isRebuilding = true;
    parts.onEvent(`${standby.name} does not follow: ${primary.name} goes on alone`);
  }

  const watching = (async () => {
    while (!state.isStopped) {
      await watch().catch((error: unknown) => {
        if (!state.isStopped) parts.onEvent(`The supervisor tries again: ${firstLine(error)}`);
      });
      await pause(intervalMs);
    }
  })();

  return {
    primary: () => primary,
    standby: () => standby,
    isSynchronous: () => inStep,
    async stop() {
      state.isStopped = true;
      await watching;
    },
  };
}

function firstLine(error: unknown): string {
  return String(error).split("\n", 1).join("");
}
