import type * as maplibre from 'maplibre-gl';

/** Leads back to all that is on the map, from wherever it has been moved to. */
export class ShowAll implements maplibre.IControl {
  readonly #element = document.createElement('div');

  constructor(words: Readonly<Record<string, string>>, onPress: () => void) {
    this.#element.className = 'maplibregl-ctrl maplibregl-ctrl-group varde-show-all';
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = words['ShowAll.Text'] ?? '';
    button.addEventListener('click', onPress);
    this.#element.append(button);
  }

  onAdd(): HTMLElement {
    return this.#element;
  }

  onRemove(): void {
    this.#element.remove();
  }
}
