import type { CallBody, sync } from "@fieldfare/contract";
import { type SyncedType, syncedTypes } from "@fieldfare/domain";
import type { ServerConfig } from "../../config.ts";
import type { Database } from "../../database/database.ts";
import { createByteCache } from "./byte-cache.ts";
import { compressSync, type GzipBody, gzipBody, type Segment } from "./gzip.ts";
import { makeDataSet, readVersions, type Since, type Versions } from "./sync-data-sets.ts";

type SyncRequest = CallBody<typeof sync>;

/** One data set that the device needs: all of it, or the changes since a date. */
interface Needed {
  readonly type: SyncedType;
  readonly since: Since | null;
}

/**
 * Compresses every data set once for each change, and joins those bytes into an answer once for all devices that need
 * the same: fifty devices that ask at once cost one compression.
 */
export function createSyncAnswers(database: Database, config: ServerConfig) {
  const maxBytes = config.syncCacheBytes / 2;
  const segments = createByteCache<Segment>(maxBytes);
  const bodies = createByteCache<GzipBody>(maxBytes);

  async function readSegment(
    { type, since }: Needed,
    versions: Versions,
    fieldOperativeId: string,
  ) {
    const favourites = type === "Contacts" ? versions.favourites : 0;
    // An engineer without favourites gets the same bytes as everybody else.
    const owner = favourites > 0 ? fieldOperativeId : "all";
    const from = since ? `${since.changedOn}.${since.favourites}` : "full";
    const key = [type, from, versions.sets.get(type) ?? 0, favourites, owner].join(" ");
    const segment = await segments.get(key, () =>
      makeDataSet(database, type, since, favourites > 0 ? fieldOperativeId : null),
    );
    return { key, segment };
  }

  async function answer(fieldOperativeId: string, request: SyncRequest): Promise<GzipBody> {
    const versions = await readVersions(database, fieldOperativeId);
    const needed = findNeeded(request, versions);
    if (needed.length === 0) return buildEmptyAnswer({ sizeInMb: 0, isRequired: false });

    const chosen: { key: string; segment: Segment }[] = [];
    let size = 0;
    let isPartial = false;
    for (const entry of needed) {
      const { key, segment } = await readSegment(entry, versions, fieldOperativeId);
      const isOver = chosen.length > 0 && size + segment.size > config.syncAnswerBytes;
      if (isOver && request.warnSizeInMb === null) {
        isPartial = true;
        break;
      }
      if (isOver) isPartial = true;
      size += segment.size;
      if (!isPartial) chosen.push({ key, segment });
    }
    const sizeInMb = size / 1_000_000;
    if (request.warnSizeInMb !== null && sizeInMb > request.warnSizeInMb) {
      return buildEmptyAnswer({ sizeInMb, isRequired: true });
    }
    const head = `{"syncSizeInMb":${roundSize(sizeInMb)},"isSyncRequired":true,"isPartial":${isPartial},"payload":[\n`;
    return bodies.get([head, ...chosen.map(({ key }) => key)].join(), async () =>
      gzipBody([
        compressSync(head),
        ...chosen.flatMap(({ segment }, index) => (index === 0 ? [segment] : [comma, segment])),
        closing,
      ]),
    );
  }

  return { answer };
}

const comma = compressSync(",\n");
const closing = compressSync("\n]}");

function buildEmptyAnswer({
  sizeInMb,
  isRequired,
}: {
  sizeInMb: number;
  isRequired: boolean;
}): GzipBody {
  return gzipBody([
    compressSync(
      JSON.stringify({
        syncSizeInMb: roundSize(sizeInMb),
        isSyncRequired: isRequired,
        payload: [],
        isPartial: false,
      }),
    ),
  ]);
}

/** Leaves out the sets whose date is current; a date that this server never gave requests the whole set. */
function findNeeded(request: SyncRequest, versions: Versions): Needed[] {
  const listed = new Map(request.data.map(({ type, date }) => [type, date]));
  const types = request.isFullSync && listed.size === 0 ? syncedTypes : [...listed.keys()];
  return types.flatMap((type): Needed[] => {
    const date = request.isFullSync ? null : (listed.get(type) ?? null);
    const since = date === null ? null : parseDate(date);
    const changedOn = versions.sets.get(type) ?? 0;
    const favourites = type === "Contacts" ? versions.favourites : 0;
    if (!since || since.changedOn > changedOn || since.favourites > favourites) {
      return [{ type, since: null }];
    }
    const isPresent = since.changedOn === changedOn && since.favourites === favourites;
    return isPresent ? [] : [{ type, since }];
  });
}

function parseDate(date: string): Since | null {
  const [, changedOn, favourites] = /^(\d{1,16})(?:\.(\d{1,9}))?$/.exec(date) ?? [];
  if (changedOn === undefined) return null;
  return { changedOn: Number(changedOn), favourites: Number(favourites ?? 0) };
}

function roundSize(sizeInMb: number): number {
  return Math.round(sizeInMb * 1000) / 1000;
}
