import type { BaileysEventMap, WASocket } from '@whiskeysockets/baileys'

type Updates = BaileysEventMap['messages.update']

/** Facts that only an update tells: receipts and refusals. */
const onlyStatus = (updates: Updates): Updates =>
  updates.flatMap(({ key, update: { status, messageStubParameters } }) => {
    const told = {
      ...(status !== undefined && { status }),
      ...(messageStubParameters && { messageStubParameters }),
    }
    return Object.keys(told).length === 0 ? [] : [{ key, update: told }]
  })

/**
 * Makes the package deliver every message as it came. Without the patch a gathered backlog is changed in place: a
 * revocation empties the message, an edit replaces content and time, a removal from the own phone removes it.
 * Revocations and edits also come as messages of their own. Only removals from the own phone's chat then have no
 * effect. Call before the socket opens.
 */
export const keepMessagesWhole = (ev: Pick<WASocket['ev'], 'emit'>): void => {
  const { emit } = ev
  ev.emit = (event, told) => {
    if (event === 'messages.delete') return false
    if (event !== 'messages.update') return emit(event, told)
    return emit('messages.update', onlyStatus(told as Updates))
  }
}
