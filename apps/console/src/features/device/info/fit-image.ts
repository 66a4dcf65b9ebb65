/** A square of an image, in its pixels. */
export interface Square {
  x: number;
  y: number;
  side: number;
}

/** The largest square in the middle of an image. */
export function middleOf({ width, height }: Pick<ImageBitmap, 'width' | 'height'>): Square {
  const side = Math.min(width, height);
  return { x: Math.round((width - side) / 2), y: Math.round((height - side) / 2), side };
}

/** Draws a square of an image for upload: JPEG in base64, at most `side` pixels wide. */
export function drawSquare(image: CanvasImageSource, from: Square, side: number): string {
  const size = Math.max(1, Math.min(side, Math.round(from.side)));
  const canvas = document.createElement('canvas');
  canvas.width = size;
  canvas.height = size;
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('the browser cannot draw');
  context.fillStyle = 'white'; // transparent pixels would be black in a JPEG
  context.fillRect(0, 0, size, size);
  context.drawImage(image, from.x, from.y, from.side, from.side, 0, 0, size, size);
  return canvas.toDataURL('image/jpeg', 0.85).split(',')[1] ?? '';
}
