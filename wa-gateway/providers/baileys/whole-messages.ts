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
 * Makes the library deliver every message as it arrived. Without this patch the library changes a collected backlog in place: a
 * revocation empties the message, an edit replaces content and time, and a removal on the own phone removes it. Revocations and
 * edits also arrive as messages of their own. With the patch, only removals on the own phone have no effect. Call it before the
 * socket opens.
 */
export const keepMessagesWhole = (ev: Pick<WASocket['ev'], 'emit'>): void => {
  const { emit } = ev
  ev.emit = (event, told) => {
    if (event === 'messages.delete') return false
    if (event !== 'messages.update') return emit(event, told)
    return emit('messages.update', onlyStatus(told as Updates))
  }
}
