import { claimPlace, markTold, releasePlace, storeAddress } from '#domain/addresses/address-cache.ts';
import { claimSearch, releaseSearch, storeSearch } from '#domain/addresses/address-searches.ts';
import { askGeocoders, isAnyFree } from '#domain/addresses/ask-geocoders.ts';
import { pointOf } from '#domain/addresses/place-key.ts';
import { forgetWanted, nextPlace, untoldPlaces } from '#domain/addresses/wanted-places.ts';
import { publishAddress } from '#domain/alarms/publish-address.ts';
import type { Job, JobContext } from './job.ts';

/** A run ends after this long, and the next one goes on. */
const longestRunMs = 60_000;

/**
 * Asks the address services about the places of alarms and those that somebody looks at, and for addresses that somebody
 * searches: these in turns, so that neither waits for all of the other, and behind the places of alarms. Whatever a service
 * does, nothing but an address is late.
 */
export const addressLookup: Job = {
  name: 'address-lookup',
  everySeconds: 5,
  wokenBy: ['notification_chains', 'address_lookups', 'address_searches'],
  run: async (context) => {
    const { db, clock, geocoders, stopping } = context;
    if (geocoders.length === 0) return;
    const end = clock.monotonic() + longestRunMs;
    let refused: Work | undefined;
    // In a storm each alarm wakes this job, and to find the place that is wanted most it reads all of them.
    while (!stopping.aborted && clock.monotonic() < end && (await isAnyFree(db, geocoders))) {
      await tellAlarms(context);
      const place = await lookUpPlace(context);
      const done = place.ofAlarm ? [place] : [place, await makeSearch(context)];
      const failed = done.find((one) => one.work === 'failed');
      if (failed) throw new Error('no address service answers', { cause: failed.cause });
      refused ??= done.find(({ cause }) => cause !== undefined);
      if (!done.some(({ work }) => work === 'done')) break;
    }
    // Those that asked next had their answers.
    if (refused) throw new Error('an address service refuses questions', { cause: refused.cause });
  },
};

/** `none`: nothing is to be done, or nobody can be asked now. `cause`: why nobody answered, or a question was refused. */
interface Work {
  work: 'done' | 'failed' | 'none';
  cause?: unknown;
  /** An alarm waited for it. */
  ofAlarm?: boolean;
}

async function lookUpPlace(context: JobContext): Promise<Work> {
  const { db, clock, geocoders } = context;
  const place = await nextPlace(db, clock.now());
  if (place === null) return { work: 'none' };
  if (!(await claimPlace(db, place, clock.now()))) return { work: 'done', ofAlarm: place.ofAlarm }; // another process was faster
  const asked = await askGeocoders(db, geocoders, (geocoder) => geocoder.reverse(pointOf(place)));
  if (asked.outcome === 'busy') {
    await releasePlace(db, place, clock.now());
    return { work: 'none' };
  }
  const failed = asked.outcome === 'failed' || asked.outcome === 'refused';
  const address = asked.outcome === 'found' ? asked.answer : '';
  await db.transaction(async (tx) => {
    await storeAddress(tx, place, { address, failed }, clock.now());
    await forgetWanted(tx, place);
  });
  if (address !== '') await tellAlarms(context);
  return { work: asked.outcome === 'failed' ? 'failed' : 'done', ofAlarm: place.ofAlarm, ...causeOf(asked) };
}

/** Publishes alarms with the addresses that they do not show, also those that were committed while one was stored. */
async function tellAlarms({ db, bus }: JobContext): Promise<void> {
  for (const place of await untoldPlaces(db)) {
    await markTold(db, place);
    await publishAddress({ db, bus }, place);
  }
}

async function makeSearch({ db, clock, geocoders }: JobContext): Promise<Work> {
  const search = await claimSearch(db, clock.now());
  if (search === null) return { work: 'none' };
  const asked = await askGeocoders(db, geocoders, (geocoder) => geocoder[search.kind](search.words));
  if (asked.outcome === 'busy' || asked.outcome === 'failed') {
    await releaseSearch(db, search, clock.now());
    return asked.outcome === 'busy' ? { work: 'none' } : { work: 'failed', cause: asked.cause };
  }
  const found = asked.outcome === 'found' ? asked.answer : [];
  await storeSearch(db, search, asked.outcome === 'refused' ? 'refused' : found, clock.now());
  return { work: 'done', ...causeOf(asked) };
}

const causeOf = (asked: { outcome: string; cause?: unknown }) =>
  asked.outcome === 'failed' || asked.outcome === 'refused' ? { cause: asked.cause } : {};
