import type { WhatsAppAddress } from '@guiche/contracts/bus/reports.js'
import { plainName } from '@guiche/contracts/plain-text.js'
import { truncateText } from '@guiche/contracts/truncate.js'

/** The address without device and agent: `5511…:3@s.whatsapp.net` → `5511…@s.whatsapp.net`. */
export const bareJid = (jid: string): string => {
  const [user = '', server = ''] = jid.split('@')
  return `${user.split(/[:_]/)[0]}@${server}`
}

export const isGroup = (jid: string): boolean => jid.endsWith('@g.us')
const isLid = (jid: string): boolean => jid.endsWith('@lid') || jid.endsWith('@hosted.lid')
const isPn = (jid: string): boolean =>
  jid.endsWith('@s.whatsapp.net') || jid.endsWith('@c.us') || jid.endsWith('@hosted')

const STATUS = 'status@broadcast'
/** Whether an address is a broadcast list: each member gets the message in the chat with its sender. */
export const isBroadcastList = (jid: string): boolean => jid.endsWith('@broadcast') && jid !== STATUS

/** Statuses and channels: nothing of them belongs in a service desk. */
export const isIgnoredJid = (jid: string): boolean =>
  jid === STATUS || jid.endsWith('@newsletter') || jid.endsWith('@bot') || jid === '0@s.whatsapp.net'

const digitsOf = (jid: string | null | undefined, fits: (jid: string) => boolean): string | null => {
  if (!jid || !fits(jid)) return null
  const user = bareJid(jid).split('@')[0] ?? ''
  return /^[0-9]{5,25}$/.test(user) ? user : null
}

/** Digits of the number or LID in an address, null for other addresses. */
export const pnOf = (jid: string | null | undefined): string | null => {
  const digits = digitsOf(jid, isPn)
  return digits !== null && digits.length <= 20 ? digits : null
}
export const lidOf = (jid: string | null | undefined): string | null => digitsOf(jid, isLid)

const NAME_LENGTH = 200

/** A name from WhatsApp for display: no hidden characters, 200 characters at most. Null if nothing is left. */
export const shownName = (name: string | null | undefined): string | null =>
  truncateText(plainName(name ?? ''), NAME_LENGTH) || null

/** The person or group of some addresses; null if none names one. */
export const addressOf = (
  jids: readonly (string | null | undefined)[],
  name: string | null,
): WhatsAppAddress | null => {
  const first = <T>(of: (jid: string | null | undefined) => T | null): T | null =>
    jids.map(of).find((value) => value !== null) ?? null
  const group = first((jid) => {
    const user = jid && isGroup(jid) ? (jid.split('@')[0] ?? '') : ''
    return /^[0-9-]{5,40}$/.test(user) ? user : null
  })
  const peer = { pn: first(pnOf), lid: first(lidOf), group, name: shownName(name) }
  return peer.pn === null && peer.lid === null && peer.group === null ? null : peer
}

/** An address to write to: addresses pass, digits become a number's address. */
export const toJid = (to: string): string =>
  to.includes('@') ? bareJid(to) : `${to.replace(/\D/g, '')}@s.whatsapp.net`

/** Whether WhatsApp could have created this id. A sender can send any text as id. */
export const isWaId = (id: string | null | undefined): id is string =>
  typeof id === 'string' && /^[\x21-\x7e]{1,128}$/.test(id)
