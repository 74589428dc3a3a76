import type { WACallEvent } from '@whiskeysockets/baileys'
import { addressOf, bareJid, isWaId } from '../../jids.js'
import type { ProviderEvent } from '../provider.js'
import { isMe, type Lookups } from './lookups.js'

/** Calls that were answered, of one socket: more than are ever under way. */
const CALLS_REMEMBERED = 50

/** The report of a call for the desk: an unanswered call that has ended, or nothing. */
export const readCall = async (lookups: Lookups, call: WACallEvent): Promise<ProviderEvent[]> => {
  if (call.status === 'accept') {
    lookups.answered.add(call.id)
    if (lookups.answered.size > CALLS_REMEMBERED) lookups.answered.delete([...lookups.answered][0] ?? '')
  }
  if (lookups.answered.has(call.id)) return []
  const ended = call.status === 'timeout' || call.status === 'terminate' || call.status === 'reject'
  const from = call.callerPn ?? call.from
  if (!ended || call.isGroup || !from || isMe(lookups, from) || !isWaId(call.id)) return []
  const remoteJid = bareJid(call.from ?? call.chatId)
  const peer = addressOf([call.from, call.callerPn, await lookups.otherName(remoteJid)], null)
  if (peer === null) return []
  const at = Number.isNaN(call.date.getTime()) ? new Date() : call.date
  return [
    {
      kind: 'missed-call',
      waId: `call-${call.id}`.slice(0, 128),
      remoteJid,
      peer,
      video: call.isVideo === true,
      at: at.toISOString(),
    },
  ]
}
