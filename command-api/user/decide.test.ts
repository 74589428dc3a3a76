import type { UserEvent } from '@guiche/contracts/events/user.js'
import { describe, it } from '@jest/globals'
import { decisions } from '../testing/decide.js'
import { type UserCommand, userDecider } from './decide.js'
import type { UserFact } from './state.js'

const { given } = decisions(userDecider)
const fields = {
  name: 'Bia',
  email: 'bia@guiche.test',
  profile: 'user',
  allTicket: false,
  connectionId: null,
  maxOpenTickets: null,
  startWork: '',
  endWork: '',
  queueIds: [5],
} as const
const facts = { ...fields, queueIds: [5] }
const S1 = '11111111-1111-4111-8111-111111111111'
const S2 = '22222222-2222-4222-8222-222222222222'

const created: UserFact = {
  type: 'user.created.v1',
  data: { userId: 7, ...facts, super: false, passwordRef: 'password/1' },
  companyId: 1,
}
const superUser: UserFact = {
  type: 'user.created.v1',
  data: { userId: 7, ...facts, profile: 'admin', super: true, passwordRef: 'password/1' },
  companyId: 1,
}
const changedEvent = (more: object): UserEvent => ({
  type: 'user.changed.v1',
  data: { userId: 7, ...facts, ...more },
})
const startedEvent = (sessionId: string): UserEvent => ({
  type: 'user.session-started.v1',
  data: { userId: 7, sessionId },
})
const endedEvent = (
  sessionId: string,
  reason: Extract<UserEvent, { type: 'user.session-ended.v1' }>['data']['reason'],
): UserEvent => ({ type: 'user.session-ended.v1', data: { userId: 7, sessionId, reason } })
const deleted: UserEvent = { type: 'user.deleted.v1', data: { userId: 7 } }

const admin = { userId: 1, companyId: 1, profile: 'admin', super: false, sessionId: 'other' } as const
const self = { userId: 7, companyId: 1, profile: 'user', super: false, sessionId: 'other' } as const
const editCommand = (
  by: Extract<UserCommand, { kind: 'edit' }>['by'],
  wanted: object,
  passwordRef: string | null = null,
) => ({ kind: 'edit', by, wanted, passwordRef }) as const

describe('a user', () => {
  const create = { kind: 'create', userId: 7, ...fields, super: false, passwordRef: 'password/1' } as const
  it('is created, once', () => {
    const { companyId: _, ...event } = created
    given()
      .when(create)
      .then([event as UserFact])
    given([created]).when(create).thenNothingHappened()
  })
  it('that was given up before it was created never comes', () => {
    given().when({ kind: 'void', userId: 7 }).then([deleted])
    given([deleted]).when(create).thenError('ERR_NO_USER_FOUND')
    given([created]).when({ kind: 'void', userId: 7 }).thenNothingHappened()
  })

  it('is edited by admins, who may change everything', () => {
    const wanted = {
      name: 'Beatriz',
      profile: 'supervisor',
      queueIds: [6],
      allTicket: true,
      connectionId: 3,
    } as const
    given([created])
      .when(editCommand(admin, wanted))
      .then([changedEvent(wanted)])
  })
  it('keeps fields that an edit does not name', () =>
    given([created])
      .when(editCommand(admin, { name: 'Beatriz', profile: undefined }))
      .then([changedEvent({ name: 'Beatriz' })]))
  it('that stays as it is needs no event', () =>
    given([created])
      .when(editCommand(admin, { ...fields }))
      .thenNothingHappened())
  it('rule 3: edits name and e-mail of itself, and nothing else by asking for it', () => {
    const greedy = {
      name: 'Boss',
      email: 'boss@guiche.test',
      profile: 'admin',
      queueIds: [9],
      allTicket: true,
      connectionId: 4,
      super: true,
      companyId: 2,
    }
    given([created])
      .when(editCommand(self, greedy))
      .then([changedEvent({ name: 'Boss', email: 'boss@guiche.test' })])
    given([created])
      .when(editCommand(self, { profile: 'admin' }))
      .thenNothingHappened()
  })
  it('is not edited by colleagues', () => {
    given([created])
      .when(editCommand({ ...self, userId: 8 }, { name: 'X Y' }))
      .thenError('ERR_NO_PERMISSION')
    given([created])
      .when(editCommand({ ...self, userId: 8, profile: 'supervisor' }, { name: 'X Y' }))
      .thenError('ERR_NO_PERMISSION')
  })
  it('rule 1: a user of another company does not exist', () => {
    given([created])
      .when(editCommand({ ...admin, companyId: 2 }, { name: 'X Y' }))
      .thenError('ERR_NO_USER_FOUND')
    given([created])
      .when({ kind: 'delete', by: { ...admin, companyId: 2 } })
      .thenError('ERR_NO_USER_FOUND')
  })
  it('rule 3: super users are changed only by super users', () => {
    given([superUser])
      .when(editCommand(admin, { email: 'mine@guiche.test' }, 'password/2'))
      .thenError('ERR_NO_PERMISSION')
    given([superUser]).when({ kind: 'delete', by: admin }).thenError('ERR_NO_PERMISSION')
    given([superUser, startedEvent(S1)])
      .when({ kind: 'end-session', by: admin, sessionId: S1, reason: 'admin' })
      .thenError('ERR_NO_PERMISSION')
    given([superUser])
      .when(editCommand({ ...admin, super: true }, { name: 'Root' }))
      .then([changedEvent({ profile: 'admin', name: 'Root' })])
  })

  it('works in one session: the second ends the first, in one append', () => {
    const start = { kind: 'start-session', sessionId: S2, passwordRef: 'password/1' } as const
    given([created])
      .when(start)
      .then([startedEvent(S2)])
    given([created, startedEvent(S1)])
      .when(start)
      .then([endedEvent(S1, 'replaced'), startedEvent(S2)])
    given([created, startedEvent(S1), endedEvent(S1, 'logout')])
      .when(start)
      .then([startedEvent(S2)])
    given([created, startedEvent(S2)])
      .when(start)
      .thenNothingHappened()
  })
  it('starts no session with a password that was changed meanwhile', () =>
    given([created, { type: 'user.password-changed.v1', data: { userId: 7, passwordRef: 'password/2' } }])
      .when({ kind: 'start-session', sessionId: S1, passwordRef: 'password/1' })
      .thenError('ERR_INVALID_CREDENTIALS'))
  it('ends its own session, not an ended one', () => {
    given([created, startedEvent(S1)])
      .when({ kind: 'end-session', by: null, sessionId: S1, reason: 'logout' })
      .then([endedEvent(S1, 'logout')])
    given([created, startedEvent(S2)])
      .when({ kind: 'end-session', by: null, sessionId: S1, reason: 'reuse' })
      .thenNothingHappened()
  })
  it('loses an e-mail that it has only claimed, not its present e-mail', () => {
    const lost: UserEvent = { type: 'user.email-lost.v1', data: { userId: 7 } }
    given([created]).when({ kind: 'lose-email', email: 'other@guiche.test' }).then([lost])
    given([created, lost])
      .when({ kind: 'lose-email', email: fields.email })
      .thenError('ERR_EMAIL_ALREADY_EXISTS')
    given([created, deleted]).when({ kind: 'lose-email', email: fields.email }).thenNothingHappened()
  })
  it('rule 5: a new password or role ends the session', () => {
    const newPassword: UserEvent = {
      type: 'user.password-changed.v1',
      data: { userId: 7, passwordRef: 'password/2' },
    }
    given([created, startedEvent(S1)])
      .when(editCommand(self, {}, 'password/2'))
      .then([newPassword, endedEvent(S1, 'password')])
    given([created, startedEvent(S1)])
      .when(editCommand({ ...self, sessionId: S1 }, {}, 'password/2'))
      .then([newPassword])
    given([created, startedEvent(S1)])
      .when(editCommand(admin, { profile: 'admin' }))
      .then([changedEvent({ profile: 'admin' }), endedEvent(S1, 'role')])
    given([created, startedEvent(S1)])
      .when(editCommand(admin, { name: 'Bea' }))
      .then([changedEvent({ name: 'Bea' })])
  })

  it('is deleted by admins, and the session ends', () => {
    given([created, startedEvent(S1)])
      .when({ kind: 'delete', by: admin })
      .then([endedEvent(S1, 'deleted'), deleted])
    given([created])
      .when({ kind: 'delete', by: { ...self, userId: 8 } })
      .thenError('ERR_NO_PERMISSION')
    given([created, deleted]).when({ kind: 'delete', by: admin }).thenError('ERR_NO_USER_FOUND')
  })
  it('does not delete itself', () =>
    given([created])
      .when({ kind: 'delete', by: { ...admin, userId: 7 } })
      .thenError('ERR_OWN_USER'))
  it('that is deleted signs in no more', () =>
    given([created, deleted])
      .when({ kind: 'start-session', sessionId: S1, passwordRef: 'password/1' })
      .thenError('ERR_INVALID_CREDENTIALS'))

  it('loses a queue and a connection that are deleted', () => {
    given([created])
      .when({ kind: 'unlink-queue', queueId: 5 })
      .then([changedEvent({ queueIds: [] })])
    given([created]).when({ kind: 'unlink-queue', queueId: 6 }).thenNothingHappened()
    given([created, changedEvent({ connectionId: 3 })])
      .when({ kind: 'unlink-connection', connectionId: 3 })
      .then([changedEvent({ connectionId: null })])
    given([created]).when({ kind: 'unlink-connection', connectionId: 3 }).thenNothingHappened()
    given([created, deleted]).when({ kind: 'unlink-queue', queueId: 5 }).thenNothingHappened()
  })
})
