/** Of a frame that is kept to be looked at: enough to see what it was; one of the largest would fill the table. */
export const keptBytes = 4096;
