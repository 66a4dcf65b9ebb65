/** How many days a customer may keep the positions of its time. */
export const positionDays = { min: 7, max: 365 } as const;
