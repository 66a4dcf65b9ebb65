import type * as maplibre from 'maplibre-gl';
import type { Detail } from './missing-detail.ts';

/** Says on the map that it shows no detail, or not all of it. */
export class GroundNote implements maplibre.IControl {
  readonly #element = document.createElement('p');
  readonly #words: Readonly<Record<Detail, string>>;

  constructor(words: Readonly<Record<string, string>>) {
    this.#words = { all: '', some: words['GroundNote.Some'] ?? '', none: words['GroundNote.None'] ?? '' };
    this.#element.className = 'maplibregl-ctrl varde-ground-note';
    this.#element.setAttribute('role', 'status');
    this.say('all');
  }

  say(detail: Detail): void {
    this.#element.textContent = this.#words[detail];
    this.#element.hidden = detail === 'all';
  }

  onAdd(): HTMLElement {
    return this.#element;
  }

  onRemove(): void {
    this.#element.remove();
  }
}
