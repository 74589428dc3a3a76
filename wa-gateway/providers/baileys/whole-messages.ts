import type { BaileysEventMap, WASocket } from '@whiskeysockets/baileys'

type Updates = BaileysEventMap['messages.update']

/** What nothing but an update tells: receipts and refusals. */
const onlyStatus = (updates: Updates): Updates =>
  updates.flatMap(({ key, update: { status, messageStubParameters } }) => {
    const told = {
      ...(status !== undefined && { status }),
      ...(messageStubParameters && { messageStubParameters }),
    }
    return Object.keys(told).length === 0 ? [] : [{ key, update: told }]
  })

/**
 * Makes the package hand over every message as it came. While it gathers a backlog, it writes what it is told of a
 * message into the message itself: a revocation empties it and gives it another id, an edit replaces all of its content
 * and its time, a removal from the own phone takes it away. Revocations and edits come as messages of their own as
 * well, and what the own phone removes from its chat alone stays here. To be called before the socket opens.
 */
export const keepMessagesWhole = (ev: Pick<WASocket['ev'], 'emit'>): void => {
  const { emit } = ev
  ev.emit = (event, told) => {
    if (event === 'messages.delete') return false
    if (event !== 'messages.update') return emit(event, told)
    return emit('messages.update', onlyStatus(told as Updates))
  }
}
