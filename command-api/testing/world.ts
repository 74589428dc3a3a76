import type { GuicheEvent } from '@guiche/contracts/events/index.js'
import type { Language } from '@guiche/contracts/languages.js'
import { streams } from '@guiche/contracts/streams.js'
import type { Caller } from '@guiche/contracts/users/permissions.js'

export const COMPANY = 1
export const FOREIGN = 2
export const CONNECTION = 9
export const SECOND_CONNECTION = 10
export const FOREIGN_CONNECTION = 90
export const QUEUE = 21
export const OTHER_QUEUE = 22
export const FOREIGN_QUEUE = 29

const callerOf = (userId: number, change: Partial<Caller> = {}): Caller => ({
  userId,
  companyId: COMPANY,
  profile: 'user',
  super: false,
  allTicket: false,
  queueIds: [QUEUE],
  sessionId: `00000000-0000-4000-8000-00000000000${userId}`,
  ...change,
})
export const ADMIN = callerOf(1, { profile: 'admin', queueIds: [] })
export const ANA = callerOf(2)
export const BIA = callerOf(3)
export const STRANGER = callerOf(4, { queueIds: [OTHER_QUEUE] })
export const FOREIGNER = callerOf(5, { companyId: FOREIGN, profile: 'admin', queueIds: [] })

export type Settings = Readonly<Record<string, string>>

/** Two companies with the records that tests use. */
export const world = (settings: Settings, language: Language): (readonly [string, number, GuicheEvent])[] => {
  const company = (companyId: number): readonly [string, number, GuicheEvent] => [
    streams.company(companyId),
    companyId,
    {
      type: 'company.registered.v1',
      data: {
        companyId,
        name: `Company ${companyId}`,
        email: '',
        phone: '',
        status: true,
        dueDate: null,
        timezone: 'America/Sao_Paulo',
        language,
        limits: { users: null, connections: null, queues: null },
      },
    },
  ]
  const queue = (
    queueId: number,
    name: string,
    companyId: number,
  ): readonly [string, number, GuicheEvent] => [
    streams.records('queues', companyId),
    companyId,
    {
      type: 'queue.created.v1',
      data: {
        queueId,
        name,
        color: `#${queueId}0`,
        greetingMessage: '',
        outOfHoursMessage: '',
        orderQueue: null,
      },
    },
  ]
  const connection = (
    connectionId: number,
    companyId: number,
    isDefault: boolean,
  ): readonly [string, number, GuicheEvent][] => [
    [
      streams.connections(companyId),
      companyId,
      {
        type: 'connection.created.v1',
        data: {
          connectionId,
          channel: 'simulator',
          isDefault,
          name: `Connection ${connectionId}`,
          queueIds: connectionId === CONNECTION ? [QUEUE] : [],
          greetingMessage: '',
          complationMessage: connectionId === CONNECTION ? 'Até logo, {{firstName}}!' : '',
          outOfHoursMessage: '',
          ratingMessage: '',
        },
      },
    ],
    [
      streams.connection(connectionId),
      companyId,
      {
        type: 'connection.status-changed.v1',
        data: {
          connectionId,
          status: 'CONNECTED',
          previous: 'OPENING',
          reason: null,
          number: '1',
          retries: 0,
        },
      },
    ],
  ]
  const user = (
    { userId, companyId, profile, queueIds }: Caller,
    name: string,
  ): readonly [string, number, GuicheEvent] => [
    streams.user(userId),
    companyId,
    {
      type: 'user.created.v1',
      data: {
        userId,
        name,
        email: `${userId}@example.com`,
        profile,
        allTicket: false,
        queueIds: [...queueIds],
        connectionId: null,
        super: false,
        passwordRef: 'none',
      },
    },
  ]
  return [
    company(COMPANY),
    company(FOREIGN),
    queue(QUEUE, 'Vendas', COMPANY),
    queue(OTHER_QUEUE, 'Suporte', COMPANY),
    queue(FOREIGN_QUEUE, 'Fila', FOREIGN),
    ...connection(CONNECTION, COMPANY, true),
    ...connection(SECOND_CONNECTION, COMPANY, false),
    ...connection(FOREIGN_CONNECTION, FOREIGN, true),
    user(ADMIN, 'Adão'),
    user(ANA, 'Ana'),
    user(BIA, 'Bia'),
    user(STRANGER, 'Zé'),
    user(FOREIGNER, 'Fora'),
    ...Object.entries(settings).map(([key, value]): readonly [string, number, GuicheEvent] => [
      streams.settings(COMPANY),
      COMPANY,
      { type: 'setting.changed.v1', data: { key, value } },
    ]),
  ]
}
