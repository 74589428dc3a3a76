import { jidDecode, jidEncode } from '@whiskeysockets/baileys'

export type Addressing = 'pn' | 'lid'

export const USER_SERVER = '@s.whatsapp.net'

/** `5511…@s.whatsapp.net`, with `:device` for a companion. */
export const numberJid = (number: string, device = 0) =>
  jidEncode(number, 's.whatsapp.net', device || undefined)

/** `9876…@lid`, with `:device` for a companion. */
export const lidJid = (lid: string, device = 0) => jidEncode(lid, 'lid', device || undefined)

/** Parts of an address; undefined for other text. */
export const splitJid = (jid: string | undefined) => {
  const parts = jid ? jidDecode(jid) : undefined
  if (!parts) return undefined
  const addressing: Addressing = parts.server === 'lid' ? 'lid' : 'pn'
  return { user: parts.user, device: parts.device ?? 0, server: parts.server, addressing }
}

/** Whether the address names a group. */
export const isGroupJid = (jid: string | undefined): boolean => jid?.endsWith('@g.us') === true

/** The address without its device. */
export const bareJid = (jid: string) => {
  const parts = splitJid(jid)
  return parts ? `${parts.user}@${parts.server}` : jid
}
