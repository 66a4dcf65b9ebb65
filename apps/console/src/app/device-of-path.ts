/** The device of the address of a map, a log, settings or a notification list; null: another address. */
export function deviceOfPath(path: string): number | null {
  const pages = 'mapsingle|settings|event_setup|device_audit_log|device_call_log';
  const id = new RegExp(`^/(?:${pages})/(\\d+)(?:/|$)`).exec(path)?.[1];
  return id === undefined ? null : Number(id);
}
