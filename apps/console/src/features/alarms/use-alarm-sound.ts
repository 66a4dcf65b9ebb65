import { createContext, useContext, useSyncExternalStore } from 'react';
import type { AlarmSound, SoundPlayer } from './play-alarm-sound.ts';

export const SoundContext = createContext<SoundPlayer | null>(null);

/** The alarm sound of this page. */
export function useAlarmSound(): AlarmSound {
  const player = useContext(SoundContext);
  if (!player) throw new Error('There is no SoundContext around this component.');
  return useSyncExternalStore(player.onChange, player.sound);
}
