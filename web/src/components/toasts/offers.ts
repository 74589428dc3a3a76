/** An action offered by a visible toast. */
export interface Offer {
  readonly label: string
  /** the action was used, or the toast is closing */
  readonly isOver: () => boolean
  readonly run: () => void
}

let offers: readonly Offer[] = []

/** Keeps an offer while its toast is shown, until the returned function is called. */
export const addOffer = (one: Offer): (() => void) => {
  offers = [...offers, one]
  return () => {
    offers = offers.filter((other) => other !== one)
  }
}

/** The newest open offer with this label, or null. */
export const newestOffer = (label: string): Offer | null =>
  offers.findLast((one) => one.label === label && !one.isOver()) ?? null
