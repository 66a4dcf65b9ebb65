/**
 * A room that a watch of the demo knows: what it hears at home in the simulator. Its log and its row show the name as soon
 * as it reports from there.
 */
export const demoRoom = {
  device: 'Trygghetsklokke 006',
  name: 'Dagstua',
  lat: 62.4732,
  lng: 6.1502,
  address: 'Solvik sykehjem, 2. etasje',
  /** Address and strength in dBm. */
  heard: [
    ['02:2d:74:00:50:15', -45],
    ['02:2d:74:00:50:14', -50],
    ['02:2d:74:00:50:16', -61],
  ],
} as const;
