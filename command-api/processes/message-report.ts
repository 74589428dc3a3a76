import type { ReportOf, WhatsAppAddress } from '@guiche/contracts/bus/reports.js'
import type { Identity } from '@guiche/contracts/events/contact.js'
import { pick } from '@guiche/contracts/pick.js'
import { messageIdOf } from '@guiche/infra/ids.js'
import type { ReceivedData } from '../message/commands.js'

type Message = ReportOf<'message'>

/** All identities of a peer: number and linked id, or the id of a group. */
export const identitiesOf = ({ pn, lid, group }: WhatsAppAddress): Identity[] => {
  if (group !== null) return [{ kind: 'group', value: group }]
  const found: Identity[] = []
  if (pn !== null) found.push({ kind: 'pn', value: pn })
  if (lid !== null) found.push({ kind: 'lid', value: lid })
  return found
}

/** The user part of an address, without device and server. */
export const userOf = (jid: string): string => jid.split('@')[0]?.split(/[:_]/)[0] ?? ''

/** Whether the address is one of the peer's own. */
export const speaksForItself = ({ peer, remoteJid }: Message): boolean =>
  identitiesOf(peer).some(({ value }) => value === userOf(remoteJid))

/** The name that a person gives themselves on WhatsApp; undefined for groups, and for own messages. */
export const pushNameOf = ({ peer, fromMe }: Message): string | undefined =>
  fromMe || peer.group !== null ? undefined : peer.name?.trim() || undefined

export const nameOf = (report: Message): string => {
  const { name, pn, group } = report.peer
  // the name beside an own message is the company's name, not the contact's
  const given = report.fromMe && group === null ? null : name?.trim()
  return given || pn || group || ''
}

export const receivedOf = (
  report: Message,
  ids: Pick<ReceivedData, 'messageId' | 'ticketId' | 'contactId'>,
): ReceivedData => {
  const { connectionId, waId, quotedWaId, quotedFromMe, media, mediaPending, details, author } = report
  return {
    messageId: ids.messageId,
    ticketId: ids.ticketId,
    contactId: ids.contactId,
    connectionId,
    waId,
    kind: report.type,
    body: report.body,
    // While the file is not fetched yet, its name and whether it is a voice note are known already.
    media: mediaPending && media !== null ? { ...media, blobId: '' } : media,
    quotedId: quotedWaId === null ? null : messageIdOf(connectionId, quotedFromMe ?? false, quotedWaId),
    forwarded: report.forwarded,
    ...(details !== undefined && { details }),
    fromMe: report.fromMe,
    remoteJid: report.remoteJid,
    participant: report.participant,
    ...(author !== null && { author: pick(author, 'pn', 'lid', 'name') }),
    mediaPending,
    sentAt: report.sentAt,
    ...(report.late && { late: report.late }),
    imported: report.imported,
    ack: report.ack,
  }
}
