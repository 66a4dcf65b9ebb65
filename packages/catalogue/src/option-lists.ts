/** Minutes between signs of life. Specification 1, section 9 "Heartbeat minutes"; 0 turns it off. */
export const heartbeatMinutes = [
  0, 2, 3, 4, 5, 10, 15, 30, 60, 120, 180, 240, 360, 480, 720, 1440, 2880, 4320, 5760, 7200, 8640, 10080, 20160, 30240,
  40320,
];

/** Those of STCB: the same section, "STCB heartbeat". */
export const stcbHeartbeatMinutes = [
  0, 1, 2, 5, 10, 15, 20, 30, 45, 60, 120, 180, 240, 360, 480, 600, 720, 1080, 1200, 1440, 2880, 4320,
];

/** Seconds in which a wearer can take back an alarm, of home units and of STCB (the same section, "Guard time"). */
export const guardSeconds = [0, 10, 20, 30, 60, 120, 180, 240];
export const stcbGuardSeconds = [0, 5, 10, 15, 20, 25, 30];

/** Seconds after an alarm in which a home unit lets its responder call in (the same section, "Callback timer"). */
export const callbackSeconds = [0, 300, 600, 1200, 1800, 2400, 3000, 3600];
/** Those of STCB, which the specification gives in minutes: 5, 10, 15, 20, 25, 30, 60. */
export const stcbCallbackSeconds = [300, 600, 900, 1200, 1500, 1800, 3600];

/** The values of all lists, ascending, as the options of a setting. */
export const optionsOf = (...lists: readonly (readonly number[])[]): { value: number }[] =>
  [...new Set(lists.flat())].sort((a, b) => a - b).map((value) => ({ value }));
