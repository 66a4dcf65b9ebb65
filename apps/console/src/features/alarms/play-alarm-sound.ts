import { type QueryClient, QueryObserver } from '@tanstack/react-query';
import type { Alarm } from '@varde/contract/alarms';
import { alarmsQuery } from '#data/live/alarms-query.ts';
import { longestMuteMs, mutedUntil, onMuteChange, setMuted } from '#data/mute.ts';
import { guarded, notifyEach } from '#ui/notify-each.ts';
import { type Silenced, silenceableAlarms, soundingAlarms } from './alarm-sound.ts';
import { createTonePlayer } from './tone-player.ts';

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

/** The sound as it is, for the parts of the page that show and change it. */
export interface SoundPlayer {
  sound: () => AlarmSound;
  onChange: (listener: () => void) => () => void;
  stop: () => void;
}

/** Where the alarms come from. Returns how to stop. */
export type AlarmSource = (onAlarms: (alarms: readonly Alarm[]) => void) => () => void;

/** The alarms of the page. Observing them keeps them fetched, whatever the page shows. */
export const alarmsOf =
  (cache: QueryClient): AlarmSource =>
  (onAlarms) => {
    const observer = new QueryObserver(cache, alarmsQuery);
    const tell = () => onAlarms(observer.getCurrentResult().data?.alarms ?? []);
    const stop = observer.subscribe(tell);
    tell();
    return stop;
  };

/** Browsers allow sound after a press or key: a finger counts when it is lifted, a mouse button when it goes down. */
const gestures = ['pointerdown', 'pointerup', 'keydown'] as const;

/**
 * Plays the sound while alarms require it. It is no part of what is rendered: nothing that a component of the page throws
 * ends it.
 */
export function playAlarmSound(userId: number, source: AlarmSource): SoundPlayer {
  const player = createTonePlayer();
  const listeners = new Set<() => void>();
  let alarms: readonly Alarm[] = [];
  let silenced: Silenced = new Map();
  let unmute: ReturnType<typeof setTimeout> | undefined;

  const read = (): AlarmSound => {
    const until = mutedUntil(userId, Date.now());
    const sounding = soundingAlarms(alarms, silenced);
    const silenceable = silenceableAlarms(sounding);
    return {
      mutedUntil: until,
      waiting: sounding.length,
      blocked: until === null && (player?.isBlocked() ?? false),
      toggleMute: () => setMuted(userId, until === null ? Date.now() + longestMuteMs : null),
      enable: () => player?.enable(),
      silence: silenceable.length === 0 ? null : () => silence(silenceable),
    };
  };
  let current = read();

  function silence(these: readonly Alarm[]): void {
    silenced = new Map([...silenced, ...these.map(({ alarmId, signalCount }) => [alarmId, signalCount] as const)]);
    update();
  }

  function update(): void {
    current = read();
    const { waiting, mutedUntil: until } = current;
    guarded(() => (waiting > 0 && until === null ? player?.start() : player?.stop()));
    clearTimeout(unmute);
    if (until !== null) unmute = setTimeout(update, until - Date.now());
    notifyEach(listeners);
  }
  const onGesture = () => current.blocked && player?.enable();

  const stops = [
    source((next) => {
      alarms = next;
      update();
    }),
    onMuteChange(update),
    player?.onChange(update),
  ];
  for (const gesture of gestures) addEventListener(gesture, onGesture);
  update();
  return {
    sound: () => current,
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    stop() {
      for (const stop of stops) stop?.();
      for (const gesture of gestures) removeEventListener(gesture, onGesture);
      clearTimeout(unmute);
      player?.close();
    },
  };
}
