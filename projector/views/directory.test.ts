import { describe, expect, it } from '@jest/globals'
import { createLog } from '../testing/events.js'
import { given } from '../testing/given.js'
import { contacts } from './contacts.js'
import { recordViews } from './records.js'
import { users } from './users.js'

const { queues } = recordViews

const user = {
  userId: 9,
  name: 'Ana',
  email: 'ana@example.com',
  profile: 'user' as const,
  allTicket: false,
  queueIds: [5],
  connectionId: null,
}
const SESSION = '4f1d9b1e-2c7a-4e0b-9a57-0c1d2e3f4a5b'

describe('users', () => {
  const log = createLog()
  const created = log.add('user.created.v1', { ...user, super: true, passwordRef: 'password/9/secret' })
  const changed = log.add('user.changed.v1', { ...user, name: 'Ana Maria', profile: 'admin', queueIds: [] })
  log.add('user.session-started.v1', { userId: 9, sessionId: SESSION })

  it('have their last changes, without any password data', () => {
    const doc = given(...log.events)
      .into(users)
      .doc('users', 9)
    expect(doc).toMatchObject({
      name: 'Ana Maria',
      profile: 'admin',
      queueIds: [],
      super: true,
      deleted: false,
    })
    expect(doc).toMatchObject({ createdAt: created.time, updatedAt: changed.time })
    expect(JSON.stringify(doc)).not.toContain('password')
  })

  it('have a session until its end', () => {
    expect(
      given(...log.events)
        .into(users)
        .doc('sessions', SESSION),
    ).toMatchObject({ companyId: 1, userId: 9 })
    const ending = createLog()
    ending.add('user.session-started.v1', { userId: 9, sessionId: SESSION })
    ending.add('user.session-ended.v1', { userId: 9, sessionId: SESSION, reason: 'logout' })
    expect(
      given(...ending.events)
        .into(users)
        .docs('sessions'),
    ).toEqual([])
  })

  it('keep their name and lose their address when they are deleted', () => {
    const leaving = createLog()
    leaving.add('user.created.v1', { ...user, super: false, passwordRef: 'x' })
    leaving.add('user.deleted.v1', { userId: 9 })
    expect(
      given(...leaving.events)
        .into(users)
        .doc('users', 9),
    ).toMatchObject({
      name: 'Ana',
      email: '',
      deleted: true,
    })
  })
})

describe('queues', () => {
  it('are created, changed and deleted', () => {
    const queue = {
      queueId: 5,
      name: 'Sales',
      color: '#abc',
      greetingMessage: 'Hi',
      outOfHoursMessage: '',
      orderQueue: 2,
    }
    const log = createLog()
    log.add('queue.created.v1', queue)
    log.add('queue.changed.v1', { ...queue, name: 'Offers', orderQueue: null })
    expect(
      given(...log.events)
        .into(queues)
        .doc('queues', 5),
    ).toMatchObject({ name: 'Offers', orderQueue: null })
    log.add('queue.deleted.v1', { queueId: 5 })
    expect(
      given(...log.events)
        .into(queues)
        .docs('queues'),
    ).toEqual([])
  })
})

describe('contacts', () => {
  const contact = {
    contactId: 2,
    name: ' Ângela Souza',
    number: '5511911111111',
    email: '',
    extraInfo: [],
    identities: [{ kind: 'pn' as const, value: '5511911111111' }],
    isGroup: false,
    connectionId: 3,
  }
  const created = () => {
    const log = createLog()
    log.add('contact.created.v1', contact)
    return log
  }
  const view = (log: ReturnType<typeof createLog>) =>
    given(...log.events)
      .into(contacts)
      .doc('contacts', 2)

  it('are sorted without regard to case and accents', () => {
    expect(view(created())?.sortName).toBe('angela souza')
  })

  it('are changed, and get a picture', () => {
    const log = created()
    log.add('contact.changed.v1', {
      contactId: 2,
      name: 'Bia',
      number: null,
      email: 'b@example.com',
      extraInfo: [],
      active: false,
    })
    log.add('contact.picture-changed.v1', { contactId: 2, blobId: 'b' })
    expect(view(log)).toMatchObject({
      name: 'Bia',
      sortName: 'bia',
      number: null,
      active: false,
      pictureBlobId: 'b',
    })
  })

  it('get another identity once, and its number', () => {
    const log = createLog()
    const lid = { kind: 'lid' as const, value: '999' }
    log.add('contact.created.v1', { ...contact, number: null, identities: [lid] })
    log.add('contact.identified.v1', { contactId: 2, identity: lid, number: null })
    expect(view(log)).toMatchObject({ identities: [lid], number: null })
    const pn = { kind: 'pn' as const, value: '5511' }
    log.add('contact.identified.v1', { contactId: 2, identity: pn, number: '5511' })
    expect(view(log)).toMatchObject({ identities: [lid, pn], number: '5511' })
  })

  it('have one number at a time after any changes, and may lose it', () => {
    const log = created()
    const pn = (value: string) => ({ kind: 'pn' as const, value })
    for (let n = 0; n < 1000; n++) {
      log.add('contact.identified.v1', { contactId: 2, identity: pn(`55${n}`), number: `55${n}` })
    }
    expect(view(log)).toMatchObject({ identities: [pn('55999')], number: '55999' })
    log.add('contact.unidentified.v1', { contactId: 2, identity: pn('55998'), number: '55999' })
    expect(view(log)).toMatchObject({ identities: [pn('55999')], number: '55999' })
    log.add('contact.unidentified.v1', { contactId: 2, identity: pn('55999'), number: null })
    expect(view(log)).toMatchObject({ identities: [], number: null })
  })

  it('lead to the contact that they were merged into', () => {
    const log = created()
    log.add('contact.merged.v1', { contactId: 2, into: 7 })
    expect(view(log)).toMatchObject({ mergedInto: 7, number: null, identities: [] })
  })

  it('stay during their erasure, and are gone after it', () => {
    const log = created()
    log.add('contact.erasing.v1', { contactId: 2 })
    expect(view(log)).not.toBeNull()
    log.add('contact.erased.v1', { contactId: 2 })
    expect(view(log)).toBeNull()
  })
})
