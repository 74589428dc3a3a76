import { DEFAULT_WEEK } from '@guiche/contracts/opening-hours/week.js'
import { text } from '@guiche/contracts/records/fields.js'
import { note } from '@guiche/contracts/records/note.js'
import { queue } from '@guiche/contracts/records/queue.js'
import { quickmessage } from '@guiche/contracts/records/quickmessage.js'
import { tag } from '@guiche/contracts/records/tag.js'
import { describe, it } from '@jest/globals'
import { decisions } from '../testing/decide.js'
import { ADMIN, ANA, BIA, FOREIGNER } from '../testing/world.js'
import { recordDecider } from './decide.js'
import type { StoredValues } from './state.js'
import { tagDecisions } from './tags.js'

interface HappenedEvent {
  readonly type: string
  readonly data: StoredValues
}
const { given } = decisions(recordDecider(queue))
const data = (queueId: number, name: string, color: string, more: object = {}) => ({
  ...{ queueId, name, color, greetingMessage: '', outOfHoursMessage: '', orderQueue: null, bills: 0 },
  schedules: DEFAULT_WEEK,
  ...more,
})
const createdEvent = (queueId: number, name: string, color: string, more: object = {}): HappenedEvent => ({
  type: 'queue.created.v1',
  data: data(queueId, name, color, more),
})
const create = (queueId: number, name: string, color: string, limit: number | null = null) =>
  ({ kind: 'create', id: queueId, caller: ADMIN, values: { name, color }, limit }) as const
const change = (
  queueId: number,
  fields: { name: string; color: string; [more: string]: string | number | null },
) => ({ kind: 'change', id: queueId, caller: ADMIN, values: fields }) as const
const remove = (id: number) => ({ kind: 'delete', id, caller: ADMIN }) as const

/** fields of a tag whose lane has no order and no limit */
const UNORDERED = { laneOrder: null, laneLimit: null }
const sales = createdEvent(1, 'Sales', '#ff0000', { greetingMessage: 'Hi', orderQueue: 3 })
const support = createdEvent(2, 'Support', '#00ff00')

describe('a queue', () => {
  it('is created, trimmed, with empty values for absent fields', () =>
    given()
      .when(create(1, ' Sales ', '#ff0000'))
      .then([createdEvent(1, 'Sales', '#ff0000')]))
  it('is created once under an id', () =>
    given([sales])
      .when(create(1, 'Sales', '#ff0000'))
      .thenNothingHappened())
  it('has a unique name, in any case', () =>
    given([sales])
      .when(create(2, 'SALES', '#123456'))
      .thenError('ERR_QUEUE_NAME_ALREADY_EXISTS'))
  it('has a unique colour, in any case', () =>
    given([sales])
      .when(create(2, 'Support', '#FF0000'))
      .thenError('ERR_QUEUE_COLOR_ALREADY_EXISTS'))
  it('counts against the limit', () => {
    given([sales])
      .when(create(2, 'Support', '#00ff00', 1))
      .thenError('ERR_QUEUE_LIMIT', { limit: 1 })
    given([sales])
      .when(create(2, 'Support', '#00ff00', 2))
      .then([support])
    given([sales, { type: 'queue.deleted.v1', data: { queueId: 1 } }])
      .when(create(2, 'Support', '#00ff00', 1))
      .then([support])
  })
  it('is not created beyond the company’s limit, and existing ones stay', () => {
    const few = decisions(recordDecider({ ...queue, most: 2 })).given
    few([sales, support])
      .when(create(3, 'Shop', '#0000ff'))
      .thenError('ERR_TOO_MANY_RECORDS', { limit: 2 })
    few([sales, support])
      .when(create(2, 'Support', '#00ff00'))
      .thenNothingHappened()
    few([sales, support, { type: 'queue.deleted.v1', data: { queueId: 1 } }])
      .when(create(3, 'Shop', '#0000ff'))
      .then([createdEvent(3, 'Shop', '#0000ff')])
  })
  it('makes the texts of a company no longer than they may be together, and may be shortened', () => {
    const all = 5000
    const short = decisions(recordDecider(queue, {}, all)).given
    const greeting = 'x'.repeat(all)
    short([sales, support])
      .when(create(3, greeting.slice(0, 50), '#0000ff'))
      .then([createdEvent(3, greeting.slice(0, 50), '#0000ff')])
    short([sales, support])
      .when(change(2, { name: 'Support', color: '#00ff00', greetingMessage: greeting }))
      .thenError('ERR_RECORDS_TOO_LONG', { limit: all })
    const long = createdEvent(2, 'Support', '#00ff00', { greetingMessage: `${greeting}y` })
    short([sales, long])
      .when(change(2, { name: 'Support', color: '#00ff00', greetingMessage: greeting }))
      .then([
        { ...createdEvent(2, 'Support', '#00ff00', { greetingMessage: greeting }), type: 'queue.changed.v1' },
      ])
  })
  it('is changed, and keeps fields that the change does not name', () =>
    given([sales])
      .when(change(1, { name: 'Shop', color: '#ff0000' }))
      .then([
        {
          type: 'queue.changed.v1',
          data: data(1, 'Shop', '#ff0000', { greetingMessage: 'Hi', orderQueue: 3 }),
        },
      ]))
  it('can lose its greeting and its place', () =>
    given([sales])
      .when(change(1, { name: 'Sales', color: '#ff0000', greetingMessage: '', orderQueue: null }))
      .then([{ type: 'queue.changed.v1', data: data(1, 'Sales', '#ff0000') }]))
  it('that stays as it is needs no event', () =>
    given([sales])
      .when(change(1, { name: 'Sales', color: '#ff0000' }))
      .thenNothingHappened())
  it('may keep its own name, and not take the name of another one', () => {
    given([sales, support])
      .when(change(2, { name: 'sales', color: '#00ff00' }))
      .thenError('ERR_QUEUE_NAME_ALREADY_EXISTS')
    given([sales, support])
      .when(change(2, { name: 'support', color: '#00ff00' }))
      .then([{ type: 'queue.changed.v1', data: data(2, 'support', '#00ff00') }])
  })
  it('that is not there is neither changed nor deleted', () => {
    given([sales])
      .when(change(9, { name: 'Nine', color: '#999999' }))
      .thenError('ERR_QUEUE_NOT_FOUND')
    given([sales]).when(remove(9)).thenError('ERR_QUEUE_NOT_FOUND')
  })
  it('is deleted, and its name is free', () => {
    const deleted = { type: 'queue.deleted.v1', data: { queueId: 1 } } as const
    given([sales]).when(remove(1)).then([deleted])
    given([sales, deleted])
      .when(create(3, 'Sales', '#ff0000'))
      .then([createdEvent(3, 'Sales', '#ff0000')])
  })
})

describe('a record of its own stream', () => {
  const { given } = decisions(recordDecider(note))
  const by = (caller: typeof ADMIN) => ({ id: 5, caller })
  const values = { note: ' Prefere a tarde ', contactId: 7, ticketId: null }
  const made = {
    type: 'note.created.v1',
    data: {
      ...{ noteId: 5, note: 'Prefere a tarde', contactId: 7, ticketId: null, userId: ANA.userId },
      mentions: [],
    },
  }
  const stored = { ...made, companyId: ANA.companyId }
  const create = { kind: 'create', ...by(ANA), values, limit: null } as const
  const gone = { type: 'note.deleted.v1', data: { noteId: 5, contactId: 7, ticketId: null } }

  it('knows its author, and is made once', () => {
    given().when(create).then([made])
    given([stored]).when(create).thenNothingHappened()
  })
  it('is deleted by its author or an admin, and the event names its subject', () => {
    const remove = (caller: typeof ADMIN) => ({ kind: 'delete', ...by(caller) }) as const
    given([stored]).when(remove(ANA)).then([gone])
    given([stored]).when(remove(ADMIN)).then([gone])
    given([stored]).when(remove(BIA)).thenError('ERR_NO_PERMISSION')
    given([stored, gone]).when(remove(ANA)).thenError('ERR_NO_TICKETNOTE_FOUND')
  })
  it('does not exist for another company', () =>
    given([stored])
      .when({ kind: 'delete', ...by(FOREIGNER) })
      .thenError('ERR_NO_TICKETNOTE_FOUND'))
  it('keeps its subject and its author', () => {
    const change = {
      kind: 'change',
      ...by(ADMIN),
      values: { note: 'Outra', contactId: 8, userId: 9 },
    } as const
    given([stored])
      .when(change)
      .then([{ type: 'note.changed.v1', data: { ...made.data, note: 'Outra' } }])
  })
})

describe('a flag', () => {
  const { given } = decisions(recordDecider(tag, tagDecisions))
  const data = { ...{ tagId: 1, name: 'VIP', color: '#A4CCCC', kanban: 0, userId: ANA.userId }, ...UNORDERED }
  const plain = { type: 'tag.created.v1', data }
  const lane = { type: 'tag.created.v1', data: { ...data, kanban: 1 } }
  const supervisor = { ...ANA, profile: 'supervisor' } as const
  const create = (caller: Pick<typeof ANA, 'companyId' | 'userId' | 'profile' | 'super'>, more: object) =>
    ({ kind: 'create', id: 1, caller, values: { name: 'VIP', ...more }, limit: null }) as const
  const change = (caller: typeof ADMIN, values: object) =>
    ({ kind: 'change', id: 1, caller, values: { name: 'VIP', ...values } }) as const

  it('is 0 unless a caller with the right sets it', () => {
    given().when(create(ANA, {})).then([plain])
    given()
      .when(create(ANA, { kanban: false }))
      .then([plain])
    given()
      .when(create(supervisor, { kanban: true }))
      .then([lane])
    given()
      .when(create(ANA, { kanban: 1 }))
      .thenError('ERR_NO_PERMISSION')
  })
  it('that stays as it is may be sent back by everybody', () => {
    given([lane])
      .when(change(ANA, { kanban: 1, color: '#000000' }))
      .then([{ type: 'tag.changed.v1', data: { ...lane.data, color: '#000000' } }])
    given([lane])
      .when(change(ANA, { kanban: 0 }))
      .thenError('ERR_NO_PERMISSION')
  })
  it('is changed by a supervisor in own records', () => {
    given([plain])
      .when(change(supervisor, { kanban: 1 }))
      .then([{ type: 'tag.changed.v1', data: lane.data }])
    given([plain])
      .when(change({ ...supervisor, userId: BIA.userId }, { kanban: 1 }))
      .thenError('ERR_NO_PERMISSION')
  })
  it('leaves a tag that is meant as it is', () => {
    given([lane])
      .when({ ...create(ANA, {}), id: 2 })
      .thenNothingHappened()
    given([plain])
      .when({ ...create(ADMIN, { kanban: 1 }), id: 2 })
      .thenError('ERR_TAG_NAME_ALREADY_EXISTS')
  })
})

describe('a field that was added later', () => {
  const about = text({ min: 0, max: 9, default: '', added: true })
  const { given } = decisions(recordDecider({ ...tag, fields: { ...tag.fields, about } }))
  const before = { tagId: 1, name: 'VIP', color: '#A4CCCC', kanban: 0, userId: ANA.userId }
  const change = (values: { name: string; about?: string }) =>
    ({ kind: 'change', id: 1, caller: ADMIN, values }) as const

  it('has its default in records stored without it', () => {
    const stored = { type: 'tag.created.v1', data: before }
    given([stored])
      .when(change({ name: 'VIP' }))
      .thenNothingHappened()
    given([stored])
      .when(change({ name: 'VIP', about: 'x' }))
      .then([{ type: 'tag.changed.v1', data: { ...before, ...UNORDERED, about: 'x' } }])
  })
})

describe('a quick message', () => {
  const { given } = decisions(recordDecider(quickmessage))
  const SUPERVISOR = { ...BIA, profile: 'supervisor' } as const
  const made = (geral: 0 | 1, media: StoredValues[string] = null): HappenedEvent => ({
    type: 'quickmessage.created.v1',
    data: { quickmessageId: 1, shortcode: 'oi', message: '', media, geral, status: 1, userId: ANA.userId },
  })
  /** The event in its current form, with a category, queues and a file list. */
  const changed = (geral: 0 | 1, more: object, media: StoredValues[string] = null): HappenedEvent => ({
    type: 'quickmessage.changed.v1',
    data: { ...made(geral, media).data, category: '', queueIds: [], fileListId: null, ...more },
  })
  const say = (caller: typeof ANA) =>
    ({ kind: 'change', id: 1, caller, values: { shortcode: 'olá' } }) as const
  const file = { blobId: 'b'.repeat(16), fileName: 'a.pdf', mimetype: 'application/pdf', size: 1 }

  it('of everybody is changed and deleted by supervisors and admins, and not by its author', () => {
    for (const caller of [SUPERVISOR, ADMIN]) {
      given([made(1)])
        .when(say(caller))
        .then([changed(1, { shortcode: 'olá' })])
      given([made(1)])
        .when({ kind: 'delete', id: 1, caller })
        .then([{ type: 'quickmessage.deleted.v1', data: { quickmessageId: 1 } }])
    }
    given([made(1)])
      .when(say(ANA))
      .thenError('ERR_NO_PERMISSION')
  })
  it('a private record does not exist for other users', () => {
    for (const caller of [SUPERVISOR, ADMIN, BIA]) {
      given([made(0)])
        .when(say(caller))
        .thenError('ERR_NO_QUICKMESSAGE_FOUND')
    }
  })
  it('is for everybody by admins alone', () =>
    given([made(0)])
      .when({ kind: 'change', id: 1, caller: ANA, values: { shortcode: 'oi', geral: true } })
      .thenError('ERR_NO_PERMISSION'))
  it('keeps its file when its words change, and has it taken away once', () => {
    given([made(0, file)])
      .when(say(ANA))
      .then([changed(0, { shortcode: 'olá' }, file)])
    given([made(0)])
      .when({ kind: 'attach', id: 1, caller: ANA, field: 'media', brings: [{ media: null }] })
      .thenNothingHappened()
    given([made(0)])
      .when({ kind: 'attach', id: 1, caller: ANA, field: 'media', brings: [{ media: file }] })
      .then([changed(0, {}, file)])
  })
})
