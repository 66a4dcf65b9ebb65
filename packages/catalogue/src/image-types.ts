/** The accepted types of an uploaded image. No SVG: it carries scripts. */
export const imageTypes = ['image/png', 'image/jpeg', 'image/webp'] as const;
export type ImageType = (typeof imageTypes)[number];

/** The accepted types of a wearer's image (specification 2, section 5), and the longer side of the stored one, in pixels. */
export const userImageTypes = ['image/png', 'image/jpeg'] as const;
export const maxUserImageSide = 500;

/** The largest size of an image, uploaded or stored. */
export const maxImageBytes = 512 * 1024;

/** The image of a sensor's camera has one of the same types. A message of its unit, of 64 KiB at most, carries it in base64. */
export type SensorImageType = (typeof userImageTypes)[number];
export const maxSensorImageBytes = 45_000;
/** The longer side, in pixels: a file of a few kilobytes can claim any size, and a browser would draw it. */
export const maxSensorImageSide = 2048;
/** How long a unit may take to send the image that it was asked for, and how long it is kept. */
export const sensorImageDueSeconds = 300;
export const sensorImageKeptSeconds = 1800;
