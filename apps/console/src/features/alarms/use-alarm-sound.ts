import type { Alarm } from '@varde/contract/alarms';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { longestMuteMs, setMuted, useMutedUntil } from '#data/mute.ts';
import { useSession } from '#data/session.ts';
import { type Silenced, silenceableAlarms, soundingAlarms } from './alarm-sound.ts';
import { createTonePlayer, type TonePlayer } from './tone-player.ts';

export interface AlarmSound {
  /** End of the mute; null: the sound is on. */
  mutedUntil: number | null;
  /** Number of alarms that sound, or would without the mute. */
  waiting: number;
  /** The browser blocks the sound that the user wants. */
  blocked: boolean;
  toggleMute: () => void;
  enable: () => void;
  /** Stops the sound of the present alarms on this screen; null where claiming them does that. */
  silence: (() => void) | null;
}

/** Plays the sound while alarms require it. */
export function useAlarmSound(alarms: readonly Alarm[]): AlarmSound {
  const { userId } = useSession();
  const mutedUntil = useMutedUntil(userId);
  const [player, setPlayer] = useState<TonePlayer | null>(null);
  const [silenced, setSilenced] = useState<Silenced>(new Map());
  const sounding = soundingAlarms(alarms, silenced);
  const heard = sounding.length > 0 && mutedUntil === null;

  useEffect(() => {
    const made = createTonePlayer();
    setPlayer(made);
    return () => made?.close();
  }, []);
  useEffect(() => {
    if (!player || !heard) return;
    player.start();
    return () => player.stop();
  }, [player, heard]);
  const blocked = useSyncExternalStore(player?.onChange ?? neverChanges, () => player?.isBlocked() ?? false);
  useAnyGesture(player, blocked);

  const silenceable = silenceableAlarms(sounding);
  return {
    mutedUntil,
    waiting: sounding.length,
    blocked: blocked && mutedUntil === null,
    toggleMute: () => setMuted(userId, mutedUntil === null ? Date.now() + longestMuteMs : null),
    enable: () => player?.enable(),
    silence:
      silenceable.length === 0
        ? null
        : () =>
            setSilenced(
              (before) =>
                new Map([
                  ...before,
                  ...silenceable.map(({ alarmId, signalCount }) => [alarmId, signalCount] as const),
                ]),
            ),
  };
}

const neverChanges = () => () => undefined;

/** Browsers allow sound after a press or key: a finger counts when it is lifted, a mouse button when it goes down. */
const gestures = ['pointerdown', 'pointerup', 'keydown'] as const;

/** While the sound is blocked, any gesture enables it. */
function useAnyGesture(player: TonePlayer | null, blocked: boolean): void {
  useEffect(() => {
    if (!player || !blocked) return;
    const enable = () => player.enable();
    for (const gesture of gestures) addEventListener(gesture, enable);
    return () => {
      for (const gesture of gestures) removeEventListener(gesture, enable);
    };
  }, [player, blocked]);
}
