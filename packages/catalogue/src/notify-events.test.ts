import { expect, test } from 'vitest';
import { messageTypes } from './message-types.ts';
import { isNotifyEvent } from './notify-events.ts';

test('notify events are the messages of these types, and every message with subtypes [D4.069]', () => {
  const ids = messageTypes.map(({ id }) => id);
  expect(ids.filter((id) => isNotifyEvent(id, []))).toEqual([
    ...[6, 7, 10, 11, 37, 38, 45, 63, 101, 102, 103, 105, 106, 107, 111, 112, 115],
  ]);
  expect(ids.filter((id) => isNotifyEvent(id, [5]))).toEqual(ids);
  expect(isNotifyEvent(104, [])).toBe(false);
});
