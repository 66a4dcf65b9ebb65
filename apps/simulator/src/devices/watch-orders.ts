import type { DeviceCommand } from '@varde/catalogue/report';
import { commandWords } from '@varde/protocols/watch/command-words';
import { textContent, type WatchAddress, type WatchContent } from '@varde/protocols/watch/frame';
import { decodeCommand, encodeWatchFrame, lineOf } from '@varde/protocols/watch/index';
import { settingWords } from '@varde/protocols/watch/settings';
import { listAll } from '@varde/protocols/watch/settings/extension';
import type { ReceiveResult } from './outgoing.ts';
import type { WatchBaseStations } from './watch-base-stations.ts';
import type { WatchSettings } from './watch-settings.ts';

interface Watch {
  address: WatchAddress;
  settings: WatchSettings;
  /** It has the extension for settings. */
  extension: boolean;
  /** Null: it hears none, whatever is near it. */
  baseStations: WatchBaseStations | null;
}

/** Carries out a command of the server, or takes a message for the answer to one of its own. */
export function obey(
  content: WatchContent,
  { address, settings, extension, baseStations }: Watch,
  { orders, replies }: ReceiveResult,
): void {
  const { word } = content;
  const confirm = (...fields: string[]) => replies.push(encodeWatchFrame(address, textContent(word, ...fields)));
  const command = decodeCommand(content);
  const line = lineOf(content);
  const isExtension = line.word === 'CFG';
  if (isExtension && !extension) {
    orders.push({ type: 'unknown', text: word });
  } else if (baseStations !== null && (line.word === 'BASE' || line.word === 'UNBASE')) {
    orders.push({ type: 'settingsWritten' });
    confirm(...baseStations.obey(line.word, line.fields[0] ?? ''));
  } else if (command?.kind === 'requestBloodPressure') {
    orders.push({ type: 'measure' });
    confirm();
  } else if (command?.kind === 'readSettings' || (isExtension && line.fields[0] === listAll)) {
    orders.push({ type: 'settingsRead' });
    confirm(...(isExtension ? settings.readBack(line) : [settings.status(address.id)]));
  } else if (settingWords.has(line.word)) {
    settings.write(line);
    orders.push({ type: 'settingsWritten' });
    confirm(...(isExtension ? settings.readBack(line) : []));
  } else if (command !== null && isOrder(command)) {
    if (command.kind === 'factoryReset') settings.reset();
    orders.push(command.kind === 'message' ? { type: 'message', text: command.text } : { type: command.kind });
    confirm();
    if (command.kind === 'message' && extension) replies.push(encodeWatchFrame(address, textContent('MSG', 'shown')));
  } else if (commandWords.has(word.toUpperCase())) {
    orders.push({ type: 'unknown', text: word });
    confirm();
  } else {
    orders.push({ type: 'acknowledged', answer: word });
  }
}

const orderKinds = ['findMe', 'locate', 'message', 'reboot', 'factoryReset'] as const;
type OrderKind = (typeof orderKinds)[number];
const isOrder = (command: DeviceCommand): command is Extract<DeviceCommand, { kind: OrderKind }> =>
  orderKinds.some((kind) => kind === command.kind);
