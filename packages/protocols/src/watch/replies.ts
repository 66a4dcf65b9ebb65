import type { WatchContent } from './frame.ts';
import { textContent } from './frame.ts';
import type { WatchMessage } from './messages/message.ts';
import { isAlarmWord } from './messages/position-codec.ts';

/** Reports that hold nothing for Varde, and that the watch repeats until they are answered. */
const answeredUnread: ReadonlySet<string> = new Set(['WIFIINFOUP']);

/**
 * The answer to a message, or null. Protocol notes 2.2. An alarm is answered with `AL`, whatever the ending of its word:
 * the watch repeats it until then.
 */
export function replyTo(message: WatchMessage): WatchContent | null {
  const { word } = message;
  switch (message.type) {
    case 'position':
      return isAlarmWord(word) ? textContent('AL') : null;
    case 'linkKeep':
    case 'voiceQuery':
    case 'bloodPressure':
    case 'pulse':
    case 'temperature':
    case 'information':
      return textContent(word);
    case 'init':
    case 'oxygen':
    case 'config':
      return textContent(word, '1');
    case 'voice':
      return textContent('TK', '1');
    case 'voicePiece':
      return textContent('JXTKR', '1');
    case 'photo':
    case 'confirmation':
      return null;
    case 'unknown':
      return answeredUnread.has(word.toUpperCase()) ? textContent(word) : null;
  }
}
