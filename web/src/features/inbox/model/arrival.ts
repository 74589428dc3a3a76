/** How a user reached the conversation of an address. */
export interface Arrival {
  /** to write: focuses the composer */
  readonly answer?: boolean
  /** automatically, after another ticket has left the list */
  readonly byItself?: boolean
}

export const TO_ANSWER: Arrival = { answer: true }
export const BY_ITSELF: Arrival = { byItself: true }
