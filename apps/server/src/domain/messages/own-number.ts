/** The receiver of Varde's own test alarms: a number of no country, so that no user can have it. */
export const ownNumber = '+999000000000';
