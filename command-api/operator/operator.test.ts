import { streams } from '@guiche/contracts/streams.js'
import { systemClock } from '@guiche/infra/clock.js'
import { createMemoryCounters } from '@guiche/infra/counters/memory.js'
import { deriveKey } from '@guiche/infra/keys.js'
import { createSerialQueue } from '@guiche/infra/serial-queue.js'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { createAttempts } from '../auth/attempts.js'
import { contactDecider } from '../contact/decide.js'
import { createIdentities } from '../contact/identities.js'
import { createClaims } from '../kernel/claims.js'
import { createKernel } from '../kernel/create-kernel.js'
import { createSequences } from '../kernel/sequences.js'
import { ADMIN, setUp, signIn, startTestApi, type TestApi } from '../testing/api.js'
import { newCustomer } from '../testing/customer.js'
import { COMPANY, CONNECTION, ADMIN as DESK_ADMIN, type Desk, openDesk } from '../testing/desk.js'
import { silentLogger } from '../testing/store.js'
import { createHoldings, userOfEmail } from '../user/holdings.js'
import { createInvitations } from '../user/invitations.js'
import { createPasswords } from '../user/passwords.js'
import { createOperator } from './operator.js'

let api: TestApi
beforeEach(async () => {
  api = await startTestApi()
  await setUp(api)
})
afterEach(() => api.close())

/** The operator's commands in another process with this SECRET_KEY. */
const operatorUnder = (secretKey: Buffer, { eventStore, vault }: Pick<Desk, 'eventStore' | 'vault'>) => {
  const kernel = createKernel({ eventStore, clock: systemClock, logger: silentLogger })
  const claims = createClaims({ kernel, key: deriveKey(secretKey, 'claims') })
  const passwords = createPasswords(vault)
  const operator = createOperator({
    ...{ kernel, claims, passwords, sequences: createSequences(kernel) },
    attempts: createAttempts(createMemoryCounters()),
    holdings: createHoldings({ kernel, claims, exclusively: createSerialQueue() }),
    invitations: createInvitations({
      ...{ kernel, vault, clock: systemClock, passwords },
      publicUrl: 'http://127.0.0.1',
    }),
  })
  return { operator, kernel, claims }
}
const OTHER_KEY = Buffer.alloc(32, 9)

describe('the operator of the installation', () => {
  it('sees all users', async () => {
    expect(await api.api.operator.listUsers()).toMatchObject([{ userId: 1, email: ADMIN.email, super: true }])
  })

  it('sets a new password, which ends the session and every other password', async () => {
    const { token } = await signIn(api, ADMIN.email, ADMIN.password)
    const reset = await api.api.operator.resetPassword(` ${ADMIN.email.toUpperCase()} `)
    const password = reset.ok ? reset.value.password : ''
    await signIn(api, ADMIN.email, password)
    await expect(signIn(api, ADMIN.email, ADMIN.password)).rejects.toThrow('ERR_INVALID_CREDENTIALS')
    expect((await api.call('POST', '/users/1/invitation', {}, { token })).status).toBe(401)
  })

  it('lets in after the vault was lost', async () => {
    await api.vault.removeAll('')
    await expect(signIn(api, ADMIN.email, ADMIN.password)).rejects.toThrow('ERR_INVALID_CREDENTIALS')
    const reset = await api.api.operator.resetPassword(ADMIN.email)
    await signIn(api, ADMIN.email, reset.ok ? reset.value.password : '')
  })

  it('makes an invitation that a browser can use', async () => {
    const invited = await api.api.operator.invite(ADMIN.email)
    const token = invited.ok ? invited.value.link.split('#')[1] : ''
    const taken = await api.call('POST', '/auth/invitation', { token, password: 'another good one' })
    expect(taken.status).toBe(200)
  })

  it('gets an error for an unknown e-mail', async () => {
    for (const done of [
      await api.api.operator.resetPassword('x@guiche.test'),
      await api.api.operator.invite('x@guiche.test'),
    ])
      expect(done).toMatchObject({ ok: false, error: { code: 'ERR_NO_USER_FOUND' } })
  })
})

describe('after the loss of SECRET_KEY', () => {
  it('the user of an e-mail is found again once the password is reset', async () => {
    const other = operatorUnder(OTHER_KEY, api)
    expect(await userOfEmail(other, ADMIN.email)).toBeNull()
    expect((await other.operator.resetPassword(ADMIN.email)).ok).toBe(true)
    expect(await userOfEmail(other, ADMIN.email)).toMatchObject({ userId: 1 })
    expect(await other.operator.renewClaims()).toMatchObject({ value: { users: 1 } })
  })

  it('contacts and open tickets are found again, however often that is asked for', async () => {
    const desk = await openDesk()
    const { contactId, ticketId } = await newCustomer(desk)
    await desk.call(DESK_ADMIN, 'PUT', `/tickets/${(await newCustomer(desk)).ticketId}`, { status: 'closed' })
    const { operator, kernel, claims } = operatorUnder(OTHER_KEY, desk)
    const identities = createIdentities({ kernel, claims })
    for (const _ of [1, 2])
      expect(await operator.renewClaims()).toEqual({ ok: true, value: { users: 0, contacts: 2, tickets: 1 } })
    expect(await claims.holder('ticket', [COMPANY, contactId, CONNECTION])).toBe(String(ticketId))
    const { state } = await desk.kernel.load(contactDecider, streams.contact(contactId))
    expect(state.identities).toHaveLength(1)
    for (const identity of state.identities)
      expect(await identities.holder(COMPANY, identity)).toBe(contactId)
    await desk.close()
  })
})
