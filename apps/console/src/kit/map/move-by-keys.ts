import type * as maplibre from 'maplibre-gl';

/** Pixels that an arrow key moves a marker, more than a metre at the nearest; with the shift key ten times as many. */
const keyStep = 10;

const steps: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The arrow keys move a marker that has the focus; `onMoved` is called after each step. */
export function moveByKeys(map: maplibre.Map, marker: maplibre.Marker, onMoved: () => void): void {
  marker.getElement().addEventListener('keydown', (event) => {
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    event.stopPropagation(); // else the map moves as well
    const { x, y } = map.project(marker.getLngLat());
    const pixels = event.shiftKey ? keyStep * 10 : keyStep;
    const { lng, lat } = map.unproject([x + step[0] * pixels, y + step[1] * pixels]);
    marker.setLngLat([lng, lat]);
    onMoved();
  });
}
