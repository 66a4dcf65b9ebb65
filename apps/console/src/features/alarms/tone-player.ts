/** Two rising tones, loud enough to be heard across a room, repeated until it is stopped. */
const toneHertz = [660, 880, 660, 880];
const toneSeconds = 0.22;
const pauseMs = 1600;

export interface TonePlayer {
  start: () => void;
  /** Silent at once, also in the middle of a tone. */
  stop: () => void;
  /** Asks the browser for sound; works from a click or a key only. Silent until it has been started. */
  enable: () => void;
  /** The browser does not let the page make sound. */
  isBlocked: () => boolean;
  onChange: (listener: () => void) => () => void;
  close: () => void;
}

/** Null where the browser has no Web Audio at all. */
export function createTonePlayer(): TonePlayer | null {
  if (typeof AudioContext === 'undefined') return null;
  const context = new AudioContext();
  const listeners = new Set<() => void>();
  let timer: ReturnType<typeof setInterval> | undefined;
  context.onstatechange = () => {
    for (const listener of listeners) listener();
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
    // `interrupted` besides `suspended`: a call on the phone.
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

function playTone(context: AudioContext, hertz: number, index: number): OscillatorNode {
  const start = context.currentTime + index * toneSeconds;
  const oscillator = context.createOscillator();
  const gain = context.createGain();
  oscillator.type = 'triangle';
  oscillator.frequency.value = hertz;
  // A short rise and fall, or every tone begins and ends with a click.
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(0.5, start + 0.02);
  gain.gain.setValueAtTime(0.5, start + toneSeconds - 0.05);
  gain.gain.linearRampToValueAtTime(0, start + toneSeconds - 0.01);
  oscillator.connect(gain).connect(context.destination);
  oscillator.start(start);
  oscillator.stop(start + toneSeconds);
  return oscillator;
}
