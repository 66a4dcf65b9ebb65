import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAlarm } from '@varde/catalogue/alarms';
import { messageTypes as messageTypeList } from '@varde/catalogue/message-types';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const read = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'));

it.each(['nb', 'en'])('exports of devices speak as the console does, in %s', (language) => {
  const file = read(`apps/server/src/features/devices/texts/${language}.json`);
  const [devices, bulk, common, catalogue] = ['devices', 'bulk', 'common', 'catalogue'].map((name) =>
    read(`apps/console/src/texts/${language}/${name}.json`),
  );
  expect(devices).toMatchObject(file.columns);
  expect(catalogue.statuses).toEqual(file.statuses);
  expect([bulk.file, bulk.figures]).toEqual([file.file, file.figures]);
  const shared = read(`apps/server/src/domain/exports/texts/${language}.json`);
  expect([common.percent, catalogue.messageTypes, catalogue.sources]).toEqual([
    ...[shared.percent, shared.messageTypes, shared.sources],
  ]);
});

it.each(['nb', 'en'])('alarms in mails, SMS and shared links are called as in the console, in %s', (language) => {
  const { kinds } = read(`apps/server/src/domain/messages/texts/alarm.${language}.json`);
  const { messageTypes } = read(`apps/console/src/texts/${language}/catalogue.json`);
  expect(messageTypes).toMatchObject(kinds);
  expect(read(`apps/console/src/texts/${language}/shared.json`).kinds).toEqual(kinds);
  const keys = messageTypeList.filter(({ id }) => isAlarm(id)).map(({ key }) => key);
  expect(Object.keys(kinds).sort()).toEqual(keys.sort());
});

it.each(['nb', 'en'])('exports of alarms speak as the console does, in %s', (language) => {
  const file = read(`apps/server/src/features/alarms/texts/${language}.json`);
  const [history, alarm, devices] = ['alarm-history', 'alarm-outcomes', 'devices'].map((name) =>
    read(`apps/console/src/texts/${language}/${name}.json`),
  );
  const { serial, ...columns } = file.columns;
  expect({ ...history.facts, ...history.columns }).toMatchObject(columns);
  expect([history.file, history.states, alarm.outcomes]).toEqual([file.file, file.states, file.outcomes]);
  expect(devices.serial).toBe(serial);
});

it.each(['nb', 'en'])('exports of the log speak as the console does, in %s', (language) => {
  const { columns, title } = read(`apps/server/src/features/transactions/texts/${language}.json`);
  const log = read(`apps/console/src/texts/${language}/device-log.json`);
  // A file is of one device.
  const { deviceName: _, ...shown } = log.columns;
  expect([shown, log.logTitle]).toEqual([columns, title]);
});
