import { err, ok } from '@guiche/contracts/result.js'
import { streams } from '@guiche/contracts/streams.js'
import { systemClock } from '@guiche/infra/clock.js'
import type { EventStore } from '@guiche/infra/event-store/event-store.js'
import { newUuid } from '@guiche/infra/ids.js'
import { createSerialQueue } from '@guiche/infra/serial-queue.js'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { atRevision, STREAM_CHANGED } from '../kernel/at-revision.js'
import { createClaims } from '../kernel/claims.js'
import { createCommandIds } from '../kernel/command-ids.js'
import { createKernel } from '../kernel/create-kernel.js'
import type { Claims } from '../kernel/kernel.js'
import { metaFor, openTestStore, silentLogger } from '../testing/store.js'
import { createUser } from './create-user.js'
import { type UserFields, userDecider } from './decide.js'
import { deleteUser, editUser } from './edit-user.js'
import { createHoldings, userOfEmail } from './holdings.js'

let store: Awaited<ReturnType<typeof openTestStore>>
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())

const key = Buffer.alloc(32, 5)
const hashes = new Map<string, string>()
let ids = 0
const fields = {
  ...({
    name: 'Bia',
    profile: 'user' as UserFields['profile'],
    super: false,
    allTicket: false,
    queueIds: [],
    connectionId: null,
  } as const),
  ...{ maxOpenTickets: null, startWork: '', endWork: '' },
}
const by = { userId: 900, companyId: 1, profile: 'admin', super: false, sessionId: 'of the admin' } as const

/**
 * A process with the users' commands. `stored` is awaited after a password is stored. While `isAway`, appends to users fail.
 */
const openProcess = (
  stored: () => Promise<unknown> = async () => {},
  wrap = (claims: Claims) => claims,
  isAway = () => false,
) => {
  const eventStore: EventStore = {
    ...store.eventStore,
    append: async (stream, ...rest) =>
      stream.startsWith('user-') && isAway()
        ? err({ kind: 'unavailable', message: 'away' })
        : store.eventStore.append(stream, ...rest),
  }
  const kernel = createKernel({ eventStore, clock: systemClock, logger: silentLogger })
  const claims = wrap(createClaims({ kernel, key }))
  const holdings = createHoldings({ kernel, claims, exclusively: createSerialQueue() })
  const passwords = {
    hash: async (password: string) => password,
    store: async (ref: string, hash: string) => {
      hashes.set(ref, hash)
      await stored()
    },
    isRight: async (ref: string | null, password: string) => hashes.get(ref ?? '') === password,
    remove: async (ref: string) => void hashes.delete(ref),
  }
  const deps = {
    ...{ kernel, holdings, passwords, commandIds: createCommandIds({ kernel, key }) },
    ...{ sequences: { next: async () => ++ids } as never, attempts: {} as never },
    documents: {} as never,
  }
  return {
    kernel,
    holdings,
    create: (email: string, more: Partial<typeof fields> = {}) =>
      createUser(deps, { ...fields, ...more, email, password: 'quiet sea' }, null, metaFor()),
    remove: (userId: number, commandId?: string) => deleteUser(deps, userId, by, metaFor(commandId)),
    edit: (userId: number, email: string) => {
      const input = { by, wanted: { email }, password: 'changed', proof: null }
      return editUser(deps, userId, input, metaFor())
    },
    /** Gives the id of the user with these credentials, or null. */
    signIn: async (email: string, password: string) => {
      const user = await userOfEmail({ kernel, claims }, email)
      return user !== null && (await passwords.isRight(user.passwordRef, password)) ? user.userId : null
    },
  }
}

describe('the e-mail of a user', () => {
  let old: string
  let wanted: string
  let userId: number
  beforeEach(async () => {
    const n = ids
    ;[old, wanted] = [`old${n}@guiche.test`, `wanted${n}@guiche.test`]
    const made = await openProcess().create(old)
    userId = made.ok ? made.value.state.userId : 0
  })

  it('belongs to one user, also if an edit and a creation claim it at once', async () => {
    const creating = openProcess()
    const created: Awaited<ReturnType<typeof creating.create>>[] = []
    const editing = openProcess(async () => {
      if (created.length === 0) created.push(await creating.create(wanted))
    })
    const edited = await editing.edit(userId, wanted)
    expect([edited, ...created]).toMatchObject([
      { ok: false, error: { code: 'ERR_EMAIL_ALREADY_EXISTS' } },
      { ok: true, value: { state: { email: wanted } } },
    ])
    expect(await editing.signIn(old, 'quiet sea')).toBe(userId)
    expect(await editing.signIn(wanted, 'quiet sea')).toBe(ids)
  })

  it('is free again after an edit that crashed half-way, and its user keeps the former e-mail', async () => {
    const { holdings, create, edit, signIn } = openProcess()
    await holdings.takeEmail(userId, wanted, metaFor())
    expect((await create(wanted)).ok).toBe(true)
    expect([await signIn(old, 'quiet sea'), await signIn(wanted, 'quiet sea')]).toEqual([userId, ids])
    expect(await edit(userId, wanted)).toMatchObject({ error: { code: 'ERR_EMAIL_ALREADY_EXISTS' } })
    expect(await signIn(old, 'quiet sea')).toBe(userId)
  })

  it('is not released if its owner has claimed it again since', async () => {
    const { kernel, holdings } = openProcess()
    const stream = streams.user(userId)
    await holdings.takeEmail(userId, wanted, metaFor())
    const revisions: number[] = []
    const other = openProcess(undefined, (claims) => ({
      ...claims,
      release: async (...released) => {
        if (revisions.length === 0) {
          revisions.push((await kernel.load(userDecider, stream)).revision)
          await holdings.takeEmail(userId, wanted, metaFor())
        }
        return claims.release(...released)
      },
    }))
    const taken = await other.holdings.takeEmail(ids + 1000, wanted, metaFor())
    const edit = { kind: 'edit', by, wanted: { email: wanted }, passwordRef: null } as const
    const edited = await kernel.transact({
      decider: userDecider,
      stream,
      command: atRevision(revisions[0] ?? 0, edit),
      meta: metaFor(),
    })
    expect([taken, edited]).toEqual([ok(undefined), err(STREAM_CHANGED)])
  })

  it('is changed as well where something else happens to the user meanwhile', async () => {
    const start = { kind: 'start-session', sessionId: newUuid() } as const
    const { kernel } = openProcess()
    let starts = 0
    const { edit, signIn } = openProcess(async () => {
      if (starts++ > 0) return
      const { passwordRef } = (await kernel.load(userDecider, streams.user(userId))).state
      await kernel.execute(userDecider, streams.user(userId), { ...start, passwordRef }, metaFor())
    })
    expect(await edit(userId, wanted)).toMatchObject({ ok: true, value: { state: { email: wanted } } })
    expect([await signIn(wanted, 'changed'), await signIn(old, 'quiet sea')]).toEqual([userId, null])
    expect(starts).toBe(2)
  })
})

describe('the seat of an admin whose deletion broke off', () => {
  it('counts again for the next deletion, and a repetition gets the first result', async () => {
    let away = false
    const { create, remove } = openProcess(undefined, undefined, () => away)
    const admin = async (email: string) => {
      const made = await create(email, { profile: 'admin' })
      return made.ok ? made.value.state.userId : 0
    }
    const [one, two] = [await admin('one@guiche.test'), await admin('two@guiche.test')]
    away = true
    const commandId = newUuid()
    expect(await remove(two, commandId)).toMatchObject({ error: { code: 'ERR_UNAVAILABLE' } })
    away = false
    // Of two administrators, either may be deleted, but not both.
    expect(await remove(one)).toMatchObject({ ok: true })
    expect(await remove(two, commandId)).toMatchObject({ error: { code: 'ERR_LAST_ADMIN' } })
    await admin('three@guiche.test')
    expect(await remove(two, commandId)).toMatchObject({ ok: true })
  })
})
