import type * as maplibre from 'maplibre-gl';
import type { MapCopyright } from './map-style.ts';

/** The map has to be still for so long before its sources are asked for. */
const stillMs = 500;

/** Names the map service and the sources of what the map shows, always in sight, as the service demands. */
export class CopyrightNote implements maplibre.IControl {
  readonly #element = document.createElement('p');
  readonly #copyright: MapCopyright;
  #asked = new AbortController();
  #waiting: ReturnType<typeof setTimeout> | undefined;

  constructor(copyright: MapCopyright) {
    this.#copyright = copyright;
    this.#element.className = 'maplibregl-ctrl varde-ground-note';
    this.#element.textContent = copyright.name;
  }

  /** Not while the map shows nothing of the service. */
  show(shown: boolean): void {
    this.#element.hidden = !shown;
  }

  onAdd(map: maplibre.Map): HTMLElement {
    const askSoon = () => {
      clearTimeout(this.#waiting);
      this.#waiting = setTimeout(() => void this.#ask(map), stillMs);
    };
    map.on('load', askSoon);
    map.on('moveend', askSoon);
    return this.#element;
  }

  onRemove(): void {
    clearTimeout(this.#waiting);
    this.#asked.abort();
    this.#element.remove();
  }

  async #ask(map: maplibre.Map): Promise<void> {
    this.#asked.abort();
    this.#asked = new AbortController();
    const { signal } = this.#asked;
    const { name, of } = this.#copyright;
    const sources = await of(viewOf(map), signal).catch(() => null); // the next move asks again
    if (sources !== null && !signal.aborted) this.#element.textContent = `${name} · ${sources}`;
  }
}

function viewOf(map: maplibre.Map) {
  const bounds = map.getBounds();
  const inside = (degrees: number, most: number) => Math.max(-most, Math.min(most, degrees));
  return {
    zoom: Math.max(0, Math.floor(map.getZoom())),
    west: inside(bounds.getWest(), 180),
    south: inside(bounds.getSouth(), 90),
    east: inside(bounds.getEast(), 180),
    north: inside(bounds.getNorth(), 90),
  };
}
