/** Longer bodies are refused; a day of backlog from the phone fits. */
export const maxBodyLength = 64 * 1024;
