import { START } from '@guiche/contracts/envelope.js'
import { NO_CONNECTION_SETTINGS } from '@guiche/contracts/settings/connection-settings.js'
import type { ConnectionDoc } from '@guiche/contracts/views/directory.js'
import type { DueWorkDoc } from '@guiche/contracts/views/due-work.js'
import type { MessageDoc } from '@guiche/contracts/views/ticket.js'
import { messageIdOf } from '@guiche/infra/ids.js'

export const COMPANY = 1
const isoNow = (): string => new Date().toISOString()

export const dueWorkDoc = (
  kind: DueWorkDoc['kind'],
  ref: string,
  connectionId: number,
  fields: Partial<DueWorkDoc>,
): DueWorkDoc => ({
  id: `${kind}:${ref}`,
  companyId: COMPANY,
  kind,
  ref,
  connectionId,
  ticketId: 1,
  contactId: 1,
  since: START,
  requestedAt: isoNow(),
  dueAt: isoNow(),
  later: false,
  asker: '',
  correlationId: 'test',
  body: null,
  messageIds: null,
  mark: null,
  ...fields,
})

export const messageDoc = (connectionId: number, waId: string, fields: Partial<MessageDoc>): MessageDoc => ({
  id: messageIdOf(connectionId, fields.fromMe ?? true, waId),
  companyId: COMPANY,
  ticketId: 1,
  contactId: 1,
  connectionId,
  waId,
  remoteJid: '',
  participant: null,
  fromMe: true,
  kind: 'conversation',
  body: '',
  media: null,
  mediaState: 'none',
  mediaError: null,
  quotedId: null,
  forwarded: false,
  read: false,
  ack: 0,
  error: null,
  pendingEdit: null,
  pendingRevoke: false,
  actionError: null,
  deleted: false,
  edited: false,
  reactions: [],
  arrived: START,
  userId: null,
  imported: false,
  sentAt: null,
  createdAt: isoNow(),
  updatedAt: isoNow(),
  order: START,
  position: START,
  ...fields,
})

export const connectionDoc = (
  connectionId: number,
  channel: ConnectionDoc['channel'],
  position: string,
): ConnectionDoc => ({
  id: String(connectionId),
  companyId: COMPANY,
  connectionId,
  channel,
  name: `c${connectionId}`,
  isDefault: false,
  queueIds: [],
  ...NO_CONNECTION_SETTINGS,
  status: 'DISCONNECTED',
  reason: null,
  number: null,
  retries: 0,
  request: null,
  requestNumber: null,
  requestPosition: null,
  media: null,
  createdAt: isoNow(),
  updatedAt: isoNow(),
  position,
})
