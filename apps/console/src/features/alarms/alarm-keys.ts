/** The keys of the alarms: `next` anywhere, the others in the focused row. Their help: `shortcuts.alarmKeys.<name>`. */
export const alarmKeys = { next: 'n', details: 'd', claim: 't', handOver: 'o', reset: 'r' } as const;
