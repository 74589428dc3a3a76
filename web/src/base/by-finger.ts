/** Matches where a finger is the pointer: there, a field with the focus brings the keyboard onto the screen. */
export const byFinger = matchMedia('(pointer: coarse)')
