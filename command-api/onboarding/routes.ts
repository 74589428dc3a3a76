import { NO_BILLING } from '@guiche/contracts/company/company.js'
import { dueDateOf, isDueDate, type Recurrence } from '@guiche/contracts/company/due-date.js'
import { domainError } from '@guiche/contracts/errors.js'
import type { Billing } from '@guiche/contracts/events/company.js'
import { companyNameOf, plainName } from '@guiche/contracts/plain-text.js'
import { err, ok } from '@guiche/contracts/result.js'
import { type CompanyBody, companyRoutes } from '@guiche/contracts/routes/companies.js'
import { streams } from '@guiche/contracts/streams.js'
import { presentWholeCompany } from '@guiche/contracts/views/company.js'
import { type CallOf, type Route, type SignedInCall, serving } from '@guiche/infra/http/route.js'
import { companyDecider } from '../company/decide.js'
import type { AreaDeps } from '../deps.js'
import type { Meta } from '../kernel/kernel.js'
import { followUp, metaOf } from '../kernel/meta.js'
import { currentPlan } from '../records/allowance.js'
import { settingsDecider } from '../settings/decide.js'
import { newPassword } from '../user/passwords.js'
import { type CreateCompanyDeps, createCompany } from './create-company.js'
import { type EditCompanyDeps, editCompany } from './edit-company.js'

export type CompanyRoutesDeps = CreateCompanyDeps & EditCompanyDeps & Pick<AreaDeps, 'records' | 'clock'>

/** Time zone of the first start, and of companies without one of their own. */
const TIMEZONE = 'America/Sao_Paulo'
const planIdOf = (said: CompanyBody['planId']): number | null | undefined => {
  if (said === undefined) return undefined
  return said === null || said === '' ? null : Number(said)
}
const isFlagOn = (said: CompanyBody['campaignsEnabled']): boolean | undefined =>
  said === undefined ? undefined : said === true || said === 'true' || said === 'enabled'
const recurrenceOf = (said: CompanyBody['recurrence']): Recurrence | undefined =>
  said === '' ? 'MENSAL' : said

/** The error for the first invalid date field; null if both dates are valid. */
const dueDateFault = (body: Pick<CompanyBody, 'dueDate' | 'trialExpiration'>) => {
  const field = (['dueDate', 'trialExpiration'] as const).find((name) => !isDueDate(body[name]))
  return field === undefined ? null : domainError('ERR_VALIDATION', { field })
}

/** The billing fields of a body merged over the present ones; undefined if the body has none. */
const billingOf = (body: CompanyBody, before: Billing): Billing | undefined => {
  const names = Object.keys(NO_BILLING) as (keyof Billing)[]
  if (names.every((name) => body[name] === undefined)) return undefined
  return Object.fromEntries(names.map((name) => [name, body[name] ?? before[name]])) as unknown as Billing
}

type Deps = CompanyRoutesDeps
type Call<K extends keyof typeof companyRoutes & string> = CallOf<K, (typeof companyRoutes)[K]>

const answerOf = (deps: Deps, companyId: number, position: string) => ({
  id: companyId,
  companyId,
  position,
  body: async () => {
    const company = await deps.records.companyWithPlan(companyId)
    return company && presentWholeCompany(company)
  },
})

/** The answer's company from its streams, while the views do not show the company yet. */
const asAppended = async (deps: Deps, companyId: number) => {
  const { kernel } = deps
  const { state } = await kernel.load(companyDecider, streams.company(companyId))
  if (state === null) return null
  const { state: settings } = await kernel.load(settingsDecider, streams.settings(companyId))
  const now = deps.clock.now().toISOString()
  const plan = state.planId === null ? null : await currentPlan(kernel, state.planId)
  const shown = { ...state, settings: Object.fromEntries(settings), createdAt: now, updatedAt: now }
  return presentWholeCompany({ company: { ...shown, id: String(companyId), sortName: '' }, plan })
}

const metaIn = (call: SignedInCall, companyId: number): Meta => ({ ...metaOf(call), companyId })

const addCompany = async (deps: Deps, call: Call<'POST /companies'>) => {
  const { body } = call
  const { name, email, phone, planId, recurrence, status = true, dueDate, campaignsEnabled } = body
  const wrong = dueDateFault(body)
  if (wrong !== null) return err(wrong)
  const isOwn = body.password !== undefined && body.password !== ''
  const password = isOwn ? (body.password ?? '') : newPassword()
  const meta = metaOf(call)
  const input = {
    ...{ name, email, password, status, phone: phone ?? '', planId: planIdOf(planId) ?? null },
    ...{ recurrence: recurrenceOf(recurrence) ?? 'MENSAL', trialExpiration: null },
    ...{ dueDate: dueDateOf(TIMEZONE, dueDate), campaignsEnabled: isFlagOn(campaignsEnabled) ?? true },
    ...{ timezone: TIMEZONE, language: call.language },
  } as const
  const made = await createCompany(deps, input, meta)
  if (!made.ok) return made
  const { companyId, isNew } = made.value
  let { position } = made.value
  const billing = billingOf(body, NO_BILLING)
  const { overrides } = body
  if (billing !== undefined || overrides !== undefined) {
    const more = { ...metaIn(call, companyId), commandId: followUp(meta, 'more').commandId }
    const edited = await editCompany(deps, companyId, { billing, overrides }, more)
    if (!edited.ok) return edited
    position = edited.value.position > position ? edited.value.position : position
  }
  const { body: company, ...rest } = answerOf(deps, companyId, position)
  return ok({
    ...rest,
    headers: { 'Cache-Control': 'no-store' },
    // Only this answer has the password, so the answer does not wait for the views.
    evenLate: true as const,
    body: async () => {
      const whole = (await company()) ?? (await asAppended(deps, companyId))
      return whole && { ...whole, password: isOwn || !isNew ? null : password }
    },
  })
}

const changeCompany = async (deps: Deps, call: Call<'PUT /companies/:id'>) => {
  const { kernel } = deps
  const { body, params } = call
  const wrong = dueDateFault(body)
  if (wrong !== null) return err(wrong)
  const companyId = params.id
  const { state: company } = await kernel.load(companyDecider, streams.company(companyId))
  if (company === null) return err(domainError('ERR_NO_COMPANY_FOUND'))
  const dateOf = (said: string | null | undefined) =>
    said === undefined ? undefined : dueDateOf(company.timezone, said)
  const wish = {
    name: body.name === undefined ? undefined : companyNameOf(body.name),
    email: body.email?.trim().toLowerCase(),
    phone: body.phone === undefined ? undefined : plainName(body.phone ?? ''),
    billing: billingOf(body, company.billing),
    status: body.status,
    planId: planIdOf(body.planId),
    overrides: body.overrides,
    dueDate: dateOf(body.dueDate),
    recurrence: recurrenceOf(body.recurrence),
    trialExpiration: dateOf(body.trialExpiration),
  }
  if (wish.name !== undefined && wish.name.length < 2)
    return err(domainError('ERR_COMPANY_INVALID_NAME', { field: 'name' }))
  const meta = metaIn(call, companyId)
  const edited = await editCompany(deps, companyId, wish, meta)
  if (!edited.ok) return edited
  const campaigns = isFlagOn(body.campaignsEnabled)
  if (campaigns === undefined) return ok(answerOf(deps, companyId, edited.value.position))
  const command = { scope: 'company', key: 'campaignsEnabled', value: String(campaigns) } as const
  const stream = streams.settings(companyId)
  const set = await kernel.execute(settingsDecider, stream, command, followUp(meta, 'campaigns'))
  if (!set.ok) return set
  const positions = [edited.value.position, set.value.position].sort()
  return ok(answerOf(deps, companyId, positions[1] ?? edited.value.position))
}

const advanceDueDate = async (deps: Deps, call: Call<'POST /companies/:id/due-date'>) => {
  const companyId = call.params.id
  const command = { kind: 'advance', from: call.body.from } as const
  const meta = metaIn(call, companyId)
  const moved = await deps.kernel.execute(companyDecider, streams.company(companyId), command, meta)
  return moved.ok ? ok(answerOf(deps, companyId, moved.value.position)) : moved
}

/** Super users make companies and change them. */
export const companyCommands = (deps: CompanyRoutesDeps): readonly Route[] => {
  return serving('command', {})(companyRoutes, {
    'POST /companies': (call) => addCompany(deps, call),
    'PUT /companies/:id': (call) => changeCompany(deps, call),
    'POST /companies/:id/due-date': (call) => advanceDueDate(deps, call),
  })
}
