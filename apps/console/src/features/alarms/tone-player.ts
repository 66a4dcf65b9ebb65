import { notifyEach } from '#ui/notify-each.ts';

/** Two rising tones, loud enough to be heard across a room, repeated until stopped. */
const toneHertz = [660, 880, 660, 880];
const toneSeconds = 0.22;
const pauseMs = 1600;

export interface TonePlayer {
  start: () => void;
  /** Silences at once, even in the middle of a tone. */
  stop: () => void;
  /** Requests sound from the browser; works in a click or key handler only. Silent until started. */
  enable: () => void;
  /** The browser blocks sound of this page. */
  isBlocked: () => boolean;
  onChange: (listener: () => void) => () => void;
  close: () => void;
}

/** Null in a browser without Web Audio, or that refuses it. */
export function createTonePlayer(): TonePlayer | null {
  if (typeof AudioContext === 'undefined') return null;
  const context = newContext();
  if (context === null) return null;
  const listeners = new Set<() => void>();
  let timer: ReturnType<typeof setInterval> | undefined;
  context.onstatechange = () => {
    notifyEach(listeners);
  };
  let playing: OscillatorNode[] = [];
  const play = () => {
    if (context.state !== 'running') return;
    playing = toneHertz.map((hertz, index) => playTone(context, hertz, index));
  };
  return {
    start() {
      if (timer) return;
      play();
      timer = setInterval(play, toneHertz.length * toneSeconds * 1000 + pauseMs);
    },
    stop() {
      clearInterval(timer);
      timer = undefined;
      for (const tone of playing) tone.stop();
      playing = [];
    },
    enable: () => void context.resume().then(() => timer && play()),
    // `interrupted` besides `suspended`: during a phone call.
    isBlocked: () => context.state !== 'running',
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close() {
      clearInterval(timer);
      context.onstatechange = null;
      void context.close();
    },
  };
}

function newContext(): AudioContext | null {
  try {
    return new AudioContext();
  } catch {
    return null;
  }
}

function playTone(context: AudioContext, hertz: number, index: number): OscillatorNode {
  const start = context.currentTime + index * toneSeconds;
  const oscillator = context.createOscillator();
  const gain = context.createGain();
  oscillator.type = 'triangle';
  oscillator.frequency.value = hertz;
  // A short attack and release; without them every tone would begin and end with a click.
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(0.5, start + 0.02);
  gain.gain.setValueAtTime(0.5, start + toneSeconds - 0.05);
  gain.gain.linearRampToValueAtTime(0, start + toneSeconds - 0.01);
  oscillator.connect(gain).connect(context.destination);
  oscillator.start(start);
  oscillator.stop(start + toneSeconds);
  return oscillator;
}
