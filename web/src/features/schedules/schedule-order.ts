import type { ShownOf } from '../../records/record-api.js'

export type PlannedMessage = ShownOf<'schedule'>

/** Number of sent messages shown. */
const MAX_SENT = 5

/** Waiting and failed messages by time; then the last sent ones. */
export const inOrder = (all: readonly PlannedMessage[]): readonly PlannedMessage[] => {
  const [open, sent] = [false, true].map((isSent) =>
    all
      .filter(({ status }) => (status === 'ENVIADA') === isSent)
      .sort((a, b) => (a.sendAt < b.sendAt ? -1 : 1)),
  ) as [PlannedMessage[], PlannedMessage[]]
  return [...open, ...sent.slice(-MAX_SENT).reverse()]
}
