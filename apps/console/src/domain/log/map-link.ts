/** What joins the rows of a log to the markers of the map beside it. */
export interface MapLink {
  /** The transactions that have a marker. */
  marked: ReadonlySet<number>;
  /** The one under the pointer or with the focus, in the log or on the map. */
  pointed: number | null;
  onPoint: (tranId: number | null) => void;
  /** The one whose poor position is shown with how far off it may be. */
  displayed: number | null;
  onDisplay: (tranId: number | null) => void;
}

/** Whether the marker of a row is pointed at, is on the map, or does not exist (specification 2, section 3). */
export type IndicatorStatus = 'ACTIVE' | 'INACTIVE' | 'NONE';

export function indicatorOf(tranId: number, link: MapLink | undefined): IndicatorStatus {
  if (!link?.marked.has(tranId)) return 'NONE';
  return link.pointed === tranId ? 'ACTIVE' : 'INACTIVE';
}
