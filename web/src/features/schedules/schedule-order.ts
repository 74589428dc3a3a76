import type { Shown } from '../../records/record-api.js'

export type Planned = Shown<'schedule'>

/** Number of sent messages shown. */
const SENT = 5

/** Waiting and failed messages by time; then the last sent ones. */
export const inOrder = (all: readonly Planned[]): readonly Planned[] => {
  const [open, sent] = [false, true].map((isSent) =>
    all
      .filter(({ status }) => (status === 'ENVIADA') === isSent)
      .sort((a, b) => (a.sendAt < b.sendAt ? -1 : 1)),
  ) as [Planned[], Planned[]]
  return [...open, ...sent.slice(-SENT).reverse()]
}
