/** What an image may be that somebody uploads. No SVG: it carries scripts. */
export const imageTypes = ['image/png', 'image/jpeg', 'image/webp'] as const;
export type ImageType = (typeof imageTypes)[number];

/** How large a customer's image may be. */
export const maxImageBytes = 512 * 1024;
