/** How somebody came to the conversation that an address shows. */
export interface Arrival {
  /** to write in it: its composer has the focus */
  readonly answer?: boolean
  /** by itself, in the place of a ticket that left the list */
  readonly byItself?: boolean
}

export const TO_ANSWER: Arrival = { answer: true }
export const BY_ITSELF: Arrival = { byItself: true }
