import { readFileSync } from 'node:fs'
import { type EventNamed, type EventType, eventSchemas } from '@guiche/contracts/events/index.js'
import { streams } from '@guiche/contracts/streams.js'
import {
  DUE_KINDS,
  type DueKind,
  type DueSubject,
  dueKinds,
  dueWorkId,
} from '@guiche/contracts/views/due-work.js'
import { describe, expect, it } from '@jest/globals'
import { createLog } from '../testing/events.js'
import { given } from '../testing/given.js'
import { dueWork } from './due-work.js'

type Log = ReturnType<typeof createLog>

/** Adds the golden sample of an event about one subject: the one with this id. */
const happens = (log: Log, type: EventType, subject: DueSubject, id: number, other: object = {}): void => {
  const sample = readFileSync(new URL(`../../contracts/events/golden/${type}.json`, import.meta.url), 'utf8')
  const ids = { [`${subject}Id`]: subject === 'message' ? `${id}` : id }
  const data = { ...JSON.parse(sample), ...other, ...ids } as EventNamed<EventType>['data']
  log.add(type, data, type === 'ticket.read.v1' ? { stream: streams.marks(id) } : {})
}

/** The event that asks for work of each kind, and what its sample has to say for that. */
const ASKED_BY: Readonly<Record<DueKind, readonly [EventType, object?]>> = {
  send: ['message.requested.v1'],
  edit: ['message.edit-requested.v1'],
  revoke: ['message.revoke-requested.v1'],
  reaction: ['message.reaction-requested.v1'],
  media: ['message.received.v1', { mediaPending: true }],
  read: ['ticket.read.v1'],
  erase: ['contact.erasing.v1'],
  snooze: ['ticket.snoozed.v1'],
  completion: ['ticket.closed.v1', { undoSeconds: 10 }],
  schedule: ['schedule.created.v1', { status: 'PENDENTE' }],
  bills: ['ticket.bot-stepped.v1', { asks: 'bills' }],
}

/** The events by which a subject is gone, found by their names. */
const endingsOf = (subject: DueSubject): EventType[] =>
  ['deleted', 'erased', 'revoked']
    .map((end) => `${subject}.${end}.v1` as EventType)
    .filter((type) => type in eventSchemas)

const due = (log: Log): string[] =>
  given(...log.events)
    .into(dueWork)
    .docs('due-work')
    .map(({ id }) => id)

const cases = dueKinds.flatMap((kind) =>
  endingsOf(DUE_KINDS[kind].subject).map((end) => [kind, end] as const),
)

describe('work that is due', () => {
  it.each(dueKinds)('of kind %s has a subject that can be deleted', (kind) => {
    expect(endingsOf(DUE_KINDS[kind].subject)).not.toEqual([])
  })

  it.each(cases)('of kind %s is over with %s, and only that of its subject', (kind, end) => {
    const { subject } = DUE_KINDS[kind]
    const [type, other] = ASKED_BY[kind]
    const log = createLog()
    happens(log, type, subject, 7, other)
    happens(log, type, subject, 8, other)
    expect(due(log)).toEqual([dueWorkId(kind, 7), dueWorkId(kind, 8)])
    happens(log, end, subject, 7)
    expect(due(log)).toEqual([dueWorkId(kind, 8)])
  })
})
