import { SYSTEM } from '@guiche/contracts/envelope.js'
import { type DomainError, domainError } from '@guiche/contracts/errors.js'
import { DEFAULT_LANGUAGE } from '@guiche/contracts/languages.js'
import { plainName } from '@guiche/contracts/plain-text.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import type { SetUp } from '@guiche/contracts/routes/session.js'
import { streams } from '@guiche/contracts/streams.js'
import { newUuid } from '@guiche/infra/ids.js'
import { companyDecider, FIRST_COMPANY as FIRST } from '../company/decide.js'
import { quotaDecider } from '../company/quota.js'
import type { Kernel, Meta } from '../kernel/kernel.js'
import { followUp } from '../kernel/meta.js'
import { type CreateUserDeps, createUser } from '../user/create-user.js'
import { userDecider } from '../user/decide.js'
import { normaliseEmail } from '../user/holdings.js'
import type { UserState } from '../user/state.js'

const TIMEZONE = 'America/Sao_Paulo'

type FirstAdmin = Required<Pick<SetUp, 'email' | 'password' | 'language'>>

export interface SetUpFlow {
  /** Whether nobody has an account yet. */
  needed(): Promise<boolean>
  /** Makes company 1 and its super user. ERR_ALREADY_SET_UP if they exist; of several concurrent calls one succeeds. */
  run(input: SetUp, correlationId: string): Promise<Result<UserState, DomainError>>
  /** Sets up with ADMIN_EMAIL and ADMIN_PASSWORD if needed, else does nothing. */
  ensureAdmin(admin: FirstAdmin): Promise<Result<void, DomainError>>
}

/** Whether no account exists yet. Does not ask the store again once an account exists. */
export const createSetUpNeeded = (kernel: Pick<Kernel, 'load'>): (() => Promise<boolean>) => {
  let done = false
  return async () => {
    if (done) return false
    const { state: seats } = await kernel.load(quotaDecider, streams.quota(FIRST))
    for (const holder of seats.user) {
      const { state } = await kernel.load(userDecider, holder)
      // a deleted user counts, too: a set-up never opens again
      if (state.name !== '') done = true
    }
    return !done
  }
}

/** The company has one seat during set-up, and the user who gets the seat is the super user. */
export const createSetUp = (deps: CreateUserDeps): SetUpFlow => {
  const { kernel } = deps
  const needed = createSetUpNeeded(kernel)

  const run: SetUpFlow['run'] = async (input, correlationId) => {
    if (!(await needed())) return err(domainError('ERR_ALREADY_SET_UP'))
    const meta: Meta = { commandId: newUuid(), companyId: FIRST, actor: SYSTEM, correlationId }
    const email = normaliseEmail(input.email)
    const company = {
      kind: 'register',
      companyId: FIRST,
      name: plainName(input.companyName),
      email,
      phone: '',
      status: true,
      dueDate: null,
      timezone: TIMEZONE,
      language: input.language ?? DEFAULT_LANGUAGE,
      limits: { users: null, connections: null, queues: null },
    } as const
    const registered = await kernel.execute(
      companyDecider,
      streams.company(FIRST),
      company,
      followUp(meta, 'company'),
    )
    if (!registered.ok) return registered
    const admin = {
      name: plainName(input.name),
      email,
      password: input.password,
      profile: 'admin',
      super: true,
      allTicket: true,
      queueIds: [],
      connectionId: null,
      maxOpenTickets: null,
      startWork: '',
      endWork: '',
    } as const
    const created = await createUser(deps, admin, 1, meta)
    if (!created.ok) {
      return created.error.code === 'ERR_USER_LIMIT' ? err(domainError('ERR_ALREADY_SET_UP')) : created
    }
    return ok(created.value.state)
  }

  return {
    needed,
    run,
    ensureAdmin: async (admin) => {
      if (!(await needed())) return ok(undefined)
      const made = await run({ companyName: 'Guichê', name: 'Admin', ...admin }, newUuid())
      return made.ok || made.error.code === 'ERR_ALREADY_SET_UP' ? ok(undefined) : made
    },
  }
}
