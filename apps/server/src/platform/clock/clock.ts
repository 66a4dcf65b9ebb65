/** Time as an argument. Tests pass a manual clock. */
export interface Clock {
  /** Wall time, Unix milliseconds UTC. It is set by people and by NTP, and jumps in both directions. */
  now(): number;
  /** Milliseconds since an arbitrary moment. It never jumps: for lengths of time within this process. */
  monotonic(): number;
  /** CPU time of this thread in milliseconds: the cost of work, however busy the machine is otherwise. */
  busy(): number;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  busy: () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  },
};
