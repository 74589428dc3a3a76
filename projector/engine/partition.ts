/** Where events stand when one process holds everything: there is one partition. */
export const PARTITION = 0
