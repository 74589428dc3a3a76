import { NO_CONNECTION_SETTINGS } from '@guiche/contracts/connection-settings.js'
import { SYSTEM } from '@guiche/contracts/envelope.js'
import type { GuicheEvent } from '@guiche/contracts/events/index.js'
import { streams } from '@guiche/contracts/streams.js'
import { createEmbeddedEventStore } from '@guiche/infra/event-store/embedded.js'
import { newUuid } from '@guiche/infra/ids.js'

/** Ids of a company that nobody of company 1 may see. */
export const FOREIGN = {
  companyId: 2,
  queueId: 901,
  whatsappId: 902,
  contactId: 903,
  ticketId: 904,
  userId: 905,
  uuid: '5a1d1a34-52a5-4b8e-9d0f-1c8a6f0f3a55',
  messageId: 'f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0',
} as const

const { ticketId, contactId, userId, whatsappId, messageId, uuid } = FOREIGN
/** Every call that names a record of the foreign company in its path. */
export const FOREIGN_PATHS = [
  ['put', `/tickets/${ticketId}`, { status: 'open' }],
  ['delete', `/tickets/${ticketId}`],
  ['post', `/tickets/${ticketId}/read`, {}],
  ['get', `/tickets/${ticketId}`],
  ['get', `/tickets/u/${uuid}`],
  ['get', `/tickets/${ticketId}/history`],
  ['get', `/messages/${ticketId}`],
  ['post', `/messages/${ticketId}`, { body: 'x' }],
  ['post', `/messages/edit/${messageId}`, { body: 'x' }],
  ['delete', `/messages/${messageId}`],
  ['post', `/messages/${messageId}/reactions`, { type: 'x' }],
  ['post', `/messages/${messageId}/retry`, {}],
  ['get', `/contacts/${contactId}`],
  ['put', `/contacts/${contactId}`, { name: 'Roubada', number: '5511988887777' }],
  ['delete', `/contacts/${contactId}`],
  ['get', `/users/${userId}`],
  ['put', `/users/${userId}`, { name: 'Roubado', email: 'x@y.test', profile: 'user', queueIds: [] }],
  ['delete', `/users/${userId}`],
  ['get', `/queue/${FOREIGN.queueId}`],
  ['put', `/queue/${FOREIGN.queueId}`, { name: 'Roubada', color: '#123123' }],
  ['delete', `/queue/${FOREIGN.queueId}`],
  ['get', `/whatsapp/${whatsappId}`],
  ['put', `/whatsapp/${whatsappId}`, { name: 'Roubada' }],
  ['delete', `/whatsapp/${whatsappId}`],
  ['post', `/whatsapp/${whatsappId}/token`, {}],
  ['delete', `/whatsapp/${whatsappId}/token`],
  ['post', `/whatsappsession/${whatsappId}`, {}],
  ['put', `/whatsappsession/${whatsappId}`, {}],
  ['delete', `/whatsappsession/${whatsappId}`],
] as const

const events = (): (readonly [string, GuicheEvent])[] => {
  const { companyId, queueId } = FOREIGN
  const texts = NO_CONNECTION_SETTINGS
  const to = { status: 'open', userId, queueId, connectionId: whatsappId } as const
  return [
    [
      streams.company(companyId),
      {
        type: 'company.registered.v1',
        data: {
          companyId,
          name: 'Foreign',
          email: '',
          phone: '',
          status: true,
          dueDate: null,
          timezone: 'America/Sao_Paulo',
          language: 'pt',
          limits: { users: null, connections: null, queues: null },
        },
      },
    ],
    [
      streams.records('queues', companyId),
      {
        type: 'queue.created.v1',
        data: {
          queueId,
          name: 'Alheia',
          color: '#abcdef',
          greetingMessage: '',
          outOfHoursMessage: '',
          orderQueue: null,
        },
      },
    ],
    [
      streams.connections(companyId),
      {
        type: 'connection.created.v1',
        data: {
          connectionId: whatsappId,
          channel: 'simulator',
          isDefault: true,
          name: 'Alheia',
          queueIds: [],
          ...texts,
        },
      },
    ],
    [
      streams.user(userId),
      {
        type: 'user.created.v1',
        data: {
          userId,
          name: 'Alheio',
          email: 'alheio@foreign.test',
          profile: 'admin',
          allTicket: true,
          queueIds: [queueId],
          connectionId: null,
          super: false,
          passwordRef: 'none',
        },
      },
    ],
    [
      streams.contact(contactId),
      {
        type: 'contact.created.v1',
        data: {
          contactId,
          name: 'Alheia canária',
          number: '5511900009999',
          email: '',
          extraInfo: [],
          identities: [{ kind: 'pn', value: '5511900009999' }],
          isGroup: false,
          connectionId: whatsappId,
        },
      },
    ],
    [
      streams.ticket(ticketId),
      { type: 'ticket.opened.v1', data: { ticketId, contactId, uuid, isGroup: false, imported: false, to } },
    ],
    [
      streams.message(messageId),
      {
        type: 'message.received.v1',
        data: {
          messageId,
          ticketId,
          contactId,
          connectionId: whatsappId,
          waId: 'FOREIGN1',
          kind: 'conversation',
          body: 'segredo alheio',
          media: null,
          quotedId: null,
          forwarded: false,
          fromMe: false,
          remoteJid: '5511900009999@s.whatsapp.net',
          participant: null,
          mediaPending: false,
          sentAt: '2026-01-05T12:00:00.000Z',
          imported: false,
          ack: 0,
        },
      },
    ],
  ]
}

/** Writes the foreign company into a data folder that no product runs on. */
export const writeForeignCompany = async (dir: string): Promise<void> => {
  const store = await createEmbeddedEventStore({ dir })
  for (const [stream, { type, data }] of events()) {
    const ids = { id: newUuid(), causationId: newUuid(), correlationId: newUuid() }
    const written = await store.append(stream, 'none', [
      { ...ids, type, data, companyId: FOREIGN.companyId, time: '2026-01-05T12:00:00.000Z', actor: SYSTEM },
    ])
    if (!written.ok) throw new Error(`${type}: ${JSON.stringify(written.error)}`)
  }
  await store.close()
}
