import type { api } from '@varde/contract/api';
import type { HandlerInput, HandlerOutput } from '@varde/contract/endpoint';
import { type AddressSearch, foundFor, searchWordsOf, wantSearch } from '#domain/addresses/address-searches.ts';
import { isAnyFree } from '#domain/addresses/ask-geocoders.ts';
import { mayLookUp } from '#domain/addresses/may-look-up.ts';
import { findDevice } from '#domain/devices/find-device.ts';
import { AppError } from '#platform/app-error.ts';
import type { Caller } from '#platform/caller.ts';
import { reachAll } from '#platform/database/reach-all.ts';
import type { Handlers } from '#platform/http/handlers.ts';
import type { GeocodingDependencies } from './dependencies.ts';

type Group = (typeof api)['geocoding'];
type Input = Pick<HandlerInput<Group['searchAddresses']>, 'params' | 'query'>;
type Output = HandlerOutput<Group['searchAddresses']>;

export function searchHandlers({
  db,
  clock,
  geocoders,
}: GeocodingDependencies): Pick<Handlers<Group>, 'searchAddresses' | 'completeAddress'> {
  const searching =
    (kind: AddressSearch['kind']) =>
    async ({ params: { deviId }, query: { text } }: Input, caller: Caller): Promise<Output> => {
      const device = await findDevice(db, caller.scopeOf('DEVICE_ACCESS_MAP'), deviId);
      if (device === undefined) throw new AppError('notFound');
      const words = searchWordsOf(text);
      if (words === '') return { state: 'found', addresses: [] };
      const { custId } = device;
      const [now, search] = [clock.now(), { kind, words, custId }];
      return db.transaction(async (tx) => {
        await reachAll(tx); // the words that wait are those of all customers
        if (geocoders.length === 0 || !(await mayLookUp(tx, custId))) return { state: 'off', addresses: [] };
        const addresses = await foundFor(tx, search, now);
        if (addresses !== null) return { state: 'found', addresses };
        await wantSearch(tx, search, { userId: caller.userId, now });
        return { state: (await isAnyFree(tx, geocoders)) ? 'asking' : 'silent', addresses: [] };
      });
    };
  return { searchAddresses: searching('search'), completeAddress: searching('complete') };
}
