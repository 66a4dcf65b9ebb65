/** The accepted types of an uploaded image. No SVG: it carries scripts. */
export const imageTypes = ['image/png', 'image/jpeg', 'image/webp'] as const;
export type ImageType = (typeof imageTypes)[number];

/** The accepted types of a wearer's image (specification 2, section 5), and the longer side of the stored one, in pixels. */
export const userImageTypes = ['image/png', 'image/jpeg'] as const;
export const maxUserImageSide = 500;

/** The largest size of an image, uploaded or stored. */
export const maxImageBytes = 512 * 1024;
