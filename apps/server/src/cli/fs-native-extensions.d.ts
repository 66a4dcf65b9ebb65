/** The library has no types of its own. */
declare module 'fs-native-extensions' {
  /**
   * Takes an exclusive lock of the kernel on an open file; false when another opening has it, here or in another
   * process. Closing the file releases it. Throws the system's error where the file system has no locks.
   */
  export function tryLock(descriptor: number): boolean;
}
