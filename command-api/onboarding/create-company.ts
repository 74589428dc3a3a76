import { NO_OVERRIDES } from '@guiche/contracts/company/company.js'
import type { Recurrence } from '@guiche/contracts/company/due-date.js'
import { type DomainError, domainError } from '@guiche/contracts/errors.js'
import type { CompanyEvent } from '@guiche/contracts/events/company.js'
import type { EventNamed } from '@guiche/contracts/events/index.js'
import type { Language } from '@guiche/contracts/languages.js'
import { companyNameOf, plainName } from '@guiche/contracts/plain-text.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import { streams } from '@guiche/contracts/streams.js'
import { truncateText } from '@guiche/contracts/truncate.js'
import { derivedUuid, newUuid } from '@guiche/infra/ids.js'
import { type CompanyCommand, type CompanyState, companyDecider, FIRST_COMPANY } from '../company/decide.js'
import type { PlanUse } from '../company/plan-use.js'
import { quotaDecider } from '../company/quota.js'
import type { AreaDeps } from '../deps.js'
import type { Meta } from '../kernel/kernel.js'
import { followUp } from '../kernel/meta.js'
import { isPlanPresent } from '../records/allowance.js'
import { settingsDecider } from '../settings/decide.js'
import { userDecider } from '../user/decide.js'
import { type Holdings, normaliseEmail } from '../user/holdings.js'
import { type Passwords, passwordRef, passwordRefusal } from '../user/passwords.js'
import { editCompany } from './edit-company.js'
import { type CompanyNames, nameKey } from './names.js'

export interface NewCompany {
  /** 2 to 100 characters; no two companies have the same */
  readonly name: string
  /** e-mail of the company, and of its first admin's sign-in */
  readonly email: string
  readonly phone: string
  readonly password: string
  readonly planId: number | null
  readonly recurrence: Recurrence
  /** ISO-8601; null: for ever */
  readonly dueDate: string | null
  /** ISO-8601; null: no trial */
  readonly trialExpiration: string | null
  readonly status: boolean
  readonly campaignsEnabled: boolean
  readonly timezone: string
  readonly language: Language
}

export interface CompleteDeps extends Pick<AreaDeps, 'kernel'> {
  readonly holdings: Holdings
  readonly planUse: PlanUse
  readonly companyNames: CompanyNames
}
export interface CreateCompanyDeps extends CompleteDeps, Pick<AreaDeps, 'commandIds' | 'sequences'> {
  readonly passwords: Passwords
}

interface CompletedCompany {
  /** position of the last event; null if nothing was appended */
  readonly position: string | null
  readonly isAbandoned: boolean
}

const refusalOf = (input: NewCompany): DomainError | null => {
  const length = companyNameOf(input.name).length
  if (length < 2 || length > 100) return domainError('ERR_COMPANY_INVALID_NAME', { field: 'name' })
  return passwordRefusal(input.password, true)
}

/** The first company has its id without the sequence. */
const newCompanyId = async ({ sequences }: CreateCompanyDeps): Promise<number> => {
  const id = await sequences.next('company')
  return id === FIRST_COMPANY ? sequences.next('company') : id
}

/**
 * Gives up a company whose first admin cannot be made: after a crash somebody else got the e-mail. Renames and disables
 * the company, and frees its name and plan. A super user sees the company in the list.
 */
const abandonCompany = async (
  deps: CompleteDeps,
  { companyId, name }: EventNamed<'company.registered.v1'>['data'],
  meta: Meta,
): Promise<Result<CompletedCompany, DomainError>> => {
  const { state: quota } = await deps.kernel.load(quotaDecider, streams.quota(companyId))
  if (quota.admin.length > 0) return ok({ position: null, isAbandoned: false })
  const wish = { name: `${truncateText(name, 80)} #${companyId}`, status: false, planId: null }
  const edited = await editCompany(deps, companyId, wish, followUp(meta, 'abandoned'))
  return edited.ok ? ok({ position: edited.value.position, isAbandoned: true }) : edited
}

/**
 * Finishes a registration: the first admin with its seats, and the setting for campaigns. Command ids derive from the
 * company alone, so a repetition is harmless. A company whose admin cannot be made is given up.
 */
export const completeCompany = async (
  deps: CompleteDeps,
  data: EventNamed<'company.registered.v1'>['data'],
  by: Pick<Meta, 'actor' | 'correlationId'>,
): Promise<Result<CompletedCompany, DomainError>> => {
  const { kernel, holdings } = deps
  const { companyId, name, email, onboarding } = data
  if (onboarding === undefined) return ok({ position: null, isAbandoned: false })
  const { userId, passwordRef, campaignsEnabled } = onboarding
  const meta: Meta = {
    ...{ actor: by.actor, correlationId: by.correlationId, companyId },
    commandId: derivedUuid('onboarding', companyId),
  }
  const [stream, followUps] = [streams.user(userId), ['setting', 'user'] as const]
  const command = { scope: 'company', key: 'campaignsEnabled', value: String(campaignsEnabled) } as const
  const set = await kernel.execute(
    settingsDecider,
    streams.settings(companyId),
    command,
    followUp(meta, followUps[0]),
  )
  if (!set.ok) return set
  const known = await kernel.load(userDecider, stream)
  // a repetition must not take again a seat or e-mail that the admin may have released since
  if (known.state.status !== 'none') {
    // an unnamed user was never active: the id was closed in favour of another owner of the e-mail
    const wasUser = known.state.status === 'active' || known.state.name !== ''
    return wasUser ? ok({ position: known.position, isAbandoned: false }) : abandonCompany(deps, data, meta)
  }
  for (const take of [
    () => holdings.takeSeat(userId, null, meta),
    () => holdings.takeEmail(userId, email, meta),
  ]) {
    const taken = await take()
    if (!taken.ok) return taken
  }
  const admin = {
    ...({ kind: 'create', userId, name, email, passwordRef, profile: 'admin', super: false } as const),
    ...{ allTicket: true, queueIds: [], connectionId: null, maxOpenTickets: null },
    ...{ startWork: '', endWork: '' },
  }
  const created = await kernel.execute(userDecider, stream, admin, followUp(meta, followUps[1]))
  // the id was closed meanwhile
  if (!created.ok)
    return created.error.code === 'ERR_NO_USER_FOUND' ? abandonCompany(deps, data, meta) : created
  const seated = await holdings.takeAdminSeat(userId, meta)
  return seated.ok ? ok({ position: created.value.position, isAbandoned: false }) : seated
}

/**
 * Makes a company with its first admin. 1. Take the name, the e-mail and a use of the plan; others may take them over
 * if the company never registers. 2. Append the registration. 3. Make the admin; `finish-company` repeats step 3 after
 * a crash. The same command makes the same company. Errors: ERR_COMPANY_INVALID_NAME, ERR_COMPANY_NAME_ALREADY_EXISTS,
 * ERR_EMAIL_ALREADY_EXISTS, ERR_NO_PLAN_FOUND, ERR_PASSWORD_SHORT, ERR_PASSWORD_COMMON, ERR_UNAVAILABLE.
 */
export const createCompany = async (
  deps: CreateCompanyDeps,
  input: NewCompany,
  meta: Meta,
): Promise<
  Result<
    {
      readonly companyId: number
      readonly userId: number
      readonly position: string
      /** false: this command created the company before; its first password stays valid */
      readonly isNew: boolean
    },
    DomainError
  >
> => {
  const { kernel, holdings, passwords, planUse, companyNames } = deps
  const given = await deps.commandIds.get(meta, async () => ({
    companyId: await newCompanyId(deps),
    userId: await deps.sequences.next('user'),
    passwordRef: passwordRef(newUuid()),
  }))
  if (!given.ok) return given
  const { companyId, userId, passwordRef: ref } = given.value
  const own: Meta = { ...followUp(meta, 'company'), companyId }
  const stream = streams.company(companyId)
  const { campaignsEnabled, password, ...said } = input
  const data = {
    ...said,
    ...{
      companyId,
      name: companyNameOf(input.name),
      email: normaliseEmail(input.email),
      phone: plainName(input.phone),
    },
    ...{ limits: NO_OVERRIDES, onboarding: { userId, passwordRef: ref, campaignsEnabled } },
  }
  const finished = async (position: string, isNew: boolean) => {
    const done = await completeCompany(deps, data, meta)
    if (!done.ok) return done
    if (done.value.isAbandoned) return err(domainError('ERR_EMAIL_ALREADY_EXISTS'))
    return ok({ companyId, userId, position: done.value.position ?? position, isNew })
  }
  const before = await kernel.load(companyDecider, stream)
  if (before.state !== null) return finished(before.position, false)

  const wrong = refusalOf(input)
  if (wrong !== null) return err(wrong)
  // The slow part comes first, because the claim on an e-mail is valid for a short time only.
  const hash = await passwords.hash(password, 0)
  const email = await holdings.takeEmail(userId, data.email, own)
  if (!email.ok) return email
  await passwords.store(ref, hash)
  const registered = await planUse.move(
    { companyId, planId: input.planId },
    (planId) => isPlanPresent(kernel, planId),
    own,
    () =>
      kernel.transact<CompanyState, CompanyCommand, CompanyEvent>({
        decider: companyDecider,
        stream,
        command: { kind: 'register', ...data },
        meta: own,
        around: () => companyNames.around(stream, { take: nameKey(data.name), give: null }, own),
      }),
  )
  if (!registered.ok) {
    // the write's outcome is unknown: its claims stay
    if (registered.error.code === 'ERR_UNAVAILABLE') return registered
    await holdings.releaseEmail(userId, data.email, own)
    await passwords.remove(ref)
    return registered
  }
  return finished(registered.value.position, registered.value.repeated !== true)
}
