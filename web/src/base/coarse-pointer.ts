/**
 * Matches devices with a touch screen as the main pointer: focusing a field there opens the on-screen
 * keyboard.
 */
export const coarsePointer = matchMedia('(pointer: coarse)')
