import type { EventNamed } from '@guiche/contracts/events/index.js'
import type { MessageDetails } from '@guiche/contracts/events/message.js'
import type { TicketAssignment } from '@guiche/contracts/events/ticket.js'
import { streams } from '@guiche/contracts/streams.js'
import { type Agent, type Desk, openDesk } from './desk.js'

/** Ids of a company, derived from its number, so that companies never share an id. */
export const idsOf = (companyId: number) => {
  const base = companyId * 1000
  return {
    companyId,
    admin: base + 1,
    supervisor: base + 2,
    /** agent of the queue `sales` */
    agent: base + 3,
    /** agent without a queue */
    stranger: base + 4,
    /** agent without a queue who may see waiting tickets without a queue */
    allTicket: base + 5,
    sales: base + 21,
    support: base + 22,
    connection: base + 31,
  }
}
export type Ids = ReturnType<typeof idsOf>

/** A company with its users, two queues and a connection. */
export const addCompanyData = async (
  desk: Desk,
  companyId: number,
  more: Partial<EventNamed<'company.registered.v1'>['data']> = {},
): Promise<Ids> => {
  const ids = idsOf(companyId)
  const { happen } = desk
  await happen(companyId, streams.company(companyId), 'company.registered.v1', {
    companyId,
    name: `Company ${companyId}`,
    email: '',
    phone: '',
    status: true,
    dueDate: null,
    timezone: 'America/Sao_Paulo',
    language: 'pt',
    limits: { users: null, connections: null, queues: null },
    ...more,
  })
  for (const [queueId, name, color] of [
    [ids.sales, 'Sales', '#ff0000'],
    [ids.support, 'Support', '#00ff00'],
  ] as const) {
    await happen(companyId, streams.records('queues', companyId), 'queue.created.v1', {
      queueId,
      name,
      color,
      greetingMessage: '',
      outOfHoursMessage: '',
      orderQueue: null,
    })
  }
  await happen(companyId, streams.connections(companyId), 'connection.created.v1', {
    connectionId: ids.connection,
    channel: 'simulator',
    isDefault: true,
    name: 'Line',
    queueIds: [ids.sales],
    greetingMessage: '',
    complationMessage: '',
    outOfHoursMessage: '',
    ratingMessage: '',
  })
  const people = [
    { userId: ids.admin, profile: 'admin', queueIds: [], allTicket: false, name: 'Ana' },
    { userId: ids.supervisor, profile: 'supervisor', queueIds: [ids.support], allTicket: false, name: 'Bia' },
    { userId: ids.agent, profile: 'user', queueIds: [ids.sales], allTicket: false, name: 'Caio' },
    { userId: ids.stranger, profile: 'user', queueIds: [], allTicket: false, name: 'Davi' },
    { userId: ids.allTicket, profile: 'user', queueIds: [], allTicket: true, name: 'Eva' },
  ] as const
  for (const { userId, ...person } of people) {
    await happen(companyId, streams.user(userId), 'user.created.v1', {
      userId,
      ...person,
      queueIds: [...person.queueIds],
      email: `${person.name.toLowerCase()}@company${companyId}.example`,
      connectionId: null,
      super: false,
      passwordRef: 'none',
    })
  }
  await desk.settled()
  return ids
}

export const newContact = (
  desk: Desk,
  companyId: number,
  contactId: number,
  name: string,
  number: string,
  time?: string,
) =>
  desk.happen(
    companyId,
    streams.contact(contactId),
    'contact.created.v1',
    {
      contactId,
      name,
      number,
      email: '',
      extraInfo: [],
      identities: [{ kind: 'pn', value: number }],
      isGroup: false,
      connectionId: null,
    },
    time === undefined ? {} : { time },
  )

export const uuidOf = (ticketId: number): string =>
  `00000000-0000-4000-8000-${String(ticketId).padStart(12, '0')}`

/** Opens a ticket with this status, queue and agent. `imported`: the ticket comes from the history of a phone. */
export const newTicket = (
  desk: Desk,
  ids: Ids,
  ticketId: number,
  contactId: number,
  { imported = false, ...place }: Partial<TicketAssignment> & { readonly imported?: boolean },
  time?: string,
) =>
  desk.happen(
    ids.companyId,
    streams.ticket(ticketId),
    'ticket.opened.v1',
    {
      ticketId,
      contactId,
      uuid: uuidOf(ticketId),
      isGroup: false,
      imported,
      to: { status: 'pending', userId: null, queueId: null, connectionId: ids.connection, ...place },
    },
    time === undefined ? {} : { time },
  )

export const messageId = (n: number): string => n.toString(16).padStart(32, '0')

/** A text message of the contact. */
export const newMessage = (
  desk: Desk,
  ids: Ids,
  n: number,
  ticketId: number,
  contactId: number,
  body: string,
  extra: {
    fileName?: string
    blobId?: string
    standing?: TicketAssignment
    quotes?: number
    details?: MessageDetails
  } = {},
) =>
  desk.happen(ids.companyId, streams.message(messageId(n)), 'message.received.v1', {
    messageId: messageId(n),
    ...(extra.standing === undefined ? {} : { standing: extra.standing }),
    ...(extra.details === undefined ? {} : { details: extra.details }),
    ticketId,
    contactId,
    connectionId: ids.connection,
    waId: `WA${n}`,
    kind: extra.blobId === undefined ? 'conversation' : 'image',
    body,
    media:
      extra.blobId === undefined
        ? null
        : {
            blobId: extra.blobId,
            mimetype: 'image/png',
            fileName: extra.fileName ?? 'photo.png',
            size: 10,
            seconds: null,
            voice: false,
          },
    quotedId: extra.quotes === undefined ? null : messageId(extra.quotes),
    forwarded: false,
    fromMe: false,
    remoteJid: 'someone',
    participant: null,
    mediaPending: false,
    sentAt: new Date().toISOString(),
    imported: false,
    ack: 3,
  })

/** A desk with company 1; its administrator and its sales agent are signed in. */
export const openDeskWithCompany = async (): Promise<{
  desk: Desk
  ids: Ids
  admin: Agent
  agent: Agent
}> => {
  const desk = await openDesk()
  const ids = await addCompanyData(desk, 1)
  const admin = await desk.signIn({ userId: ids.admin, companyId: 1 })
  const agent = await desk.signIn({ userId: ids.agent, companyId: 1 })
  return { desk, ids, admin, agent }
}
