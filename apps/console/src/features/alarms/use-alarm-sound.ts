import type { Alarm } from '@varde/contract/alarms';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useSession } from '#kit/session.ts';
import { readStored, writeStored } from '#ui/stored.ts';
import { shallSound } from './alarm-sound.ts';
import { createTonePlayer, type TonePlayer } from './tone-player.ts';

export interface AlarmSound {
  muted: boolean;
  /** It sounds at this moment, or would if it were allowed to. */
  sounding: boolean;
  /** The browser does not let the page make sound, and the user wants it. */
  blocked: boolean;
  toggleMute: () => void;
  enable: () => void;
}

/** Sounds for as long as the alarms ask for it. */
export function useAlarmSound(alarms: readonly Alarm[]): AlarmSound {
  const { userId } = useSession();
  const storageKey = `varde-muted-${userId}`;
  const [muted, setMuted] = useState(() => readStored(storageKey) === 'true');
  const [player, setPlayer] = useState<TonePlayer | null>(null);
  const sounding = shallSound(alarms);

  useEffect(() => {
    const made = createTonePlayer();
    setPlayer(made);
    return () => made?.close();
  }, []);
  useEffect(() => {
    if (!player || !sounding || muted) return;
    player.start();
    return () => player.stop();
  }, [player, sounding, muted]);
  useFirstGesture(player);

  const blocked = useSyncExternalStore(player?.onChange ?? neverChanges, () => player?.isBlocked() ?? false);
  return {
    muted,
    sounding,
    blocked: blocked && !muted,
    toggleMute: () => {
      writeStored(storageKey, String(!muted));
      setMuted(!muted);
    },
    enable: () => player?.enable(),
  };
}

const neverChanges = () => () => undefined;

/** Browsers allow sound after the first click or key; any will do. */
function useFirstGesture(player: TonePlayer | null): void {
  useEffect(() => {
    if (!player?.isBlocked()) return;
    const events = ['pointerdown', 'keydown'] as const;
    const enable = () => player.enable();
    for (const event of events) addEventListener(event, enable, { once: true });
    return () => {
      for (const event of events) removeEventListener(event, enable);
    };
  }, [player]);
}
