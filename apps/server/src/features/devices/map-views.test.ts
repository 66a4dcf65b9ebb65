import type { MapView } from '@varde/contract/map';
import { expect, test } from 'vitest';
import { createMapViews } from './map-views.ts';

const view = { positions: [{ deviId: 7, posTime: 5 }] } as MapView;

/** Users whose views are remembered. */
const mostUsers = 200;

test('the views of those users are known who fetched last, however many there are', () => {
  const views = createMapViews();
  for (let userId = 0; userId < mostUsers; userId++) views.remember(userId, 'a', view, 1000);
  views.remember(0, 'b', view, 1001);
  views.remember(mostUsers, 'a', view, 1002);
  expect(views.find(1, 'a', 1003)).toBeUndefined();
  for (const userId of [0, 2, mostUsers]) expect(views.find(userId, 'a', 1003)).toEqual(new Map([[7, 5]]));
  expect(views.find(0, 'b', 1003)).toEqual(new Map([[7, 5]]));
});
