/** A mark with a label above it, in pixels. */
export interface Labelled {
  key: string;
  x: number;
  y: number;
}

interface Label {
  /** Pixels above its usual place. */
  lift: number;
  /** Marks here whose labels have no room. */
  more: number;
}

/** Labels of marks that are nearer than this cover each other: names are long, and on one line. */
const near = { x: 160, y: 30 };
const rowHeight = 26;
const mostRows = 4;

/**
 * The labels of marks that are near each other, in rows above the first of them. A mark without one has no room: the last
 * label of its place says how many these are.
 */
export function labelRows(marks: readonly Labelled[]): Map<string, Label> {
  const places: Labelled[][] = [];
  for (const mark of marks) {
    const place = places.find(
      ([first]) => first && Math.abs(first.x - mark.x) < near.x && Math.abs(first.y - mark.y) < near.y,
    );
    if (place) place.push(mark);
    else places.push([mark]);
  }
  const labels = new Map<string, Label>();
  for (const place of places)
    for (const [row, { key, y }] of place.slice(0, mostRows).entries()) {
      const lift = row * rowHeight + Math.round(y - (place[0]?.y ?? y));
      labels.set(key, { lift, more: row === mostRows - 1 ? place.length - mostRows : 0 });
    }
  return labels;
}
