import { SYSTEM } from '@guiche/contracts/envelope.js'
import { type DomainError, domainError } from '@guiche/contracts/errors.js'
import { DEFAULT_LANGUAGE } from '@guiche/contracts/languages.js'
import { looksLikeAddress, plainName } from '@guiche/contracts/plain-text.js'
import { PLATFORM_COMPANY } from '@guiche/contracts/records/record.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import { signUpRoutes } from '@guiche/contracts/routes/sign-up.js'
import { PLATFORM_SETTINGS, type PublicSetting } from '@guiche/contracts/settings/settings.js'
import { streams } from '@guiche/contracts/streams.js'
import { presentWholeCompany } from '@guiche/contracts/views/company.js'
import { type Route, serving } from '@guiche/infra/http/route.js'
import { derivedUuid, newUuid } from '@guiche/infra/ids.js'
import type { Flood } from '../auth/flood.js'
import type { Verification } from '../auth/human-verification.js'
import { companyDecider } from '../company/decide.js'
import type { AreaDeps } from '../deps.js'
import type { Meta } from '../kernel/kernel.js'
import { fingerprintOf } from '../kernel/meta.js'
import { planIsOffered } from '../records/allowance.js'
import { settingsDecider } from '../settings/decide.js'
import { normaliseEmail } from '../user/holdings.js'
import { type CreateCompanyDeps, createCompany } from './create-company.js'

export interface SignUpDeps extends CreateCompanyDeps, Pick<AreaDeps, 'records' | 'clock'> {
  readonly verification: Verification
  readonly signUpFlood: Flood
}

const TIMEZONE = 'America/Sao_Paulo'
const DAY_MS = 86_400_000

/** Self-registration of companies, if the super user allows it. Plan and due date are decided here. */
export const signUpCommands = (deps: SignUpDeps): readonly Route[] => {
  const { kernel, records, clock, verification, signUpFlood } = deps

  const platformSays = async (key: PublicSetting): Promise<string> => {
    const { state } = await kernel.load(settingsDecider, streams.settings(PLATFORM_COMPANY))
    return state.get(key) ?? PLATFORM_SETTINGS[key].default
  }

  /** Whether this command has created its company. Ids alone prove nothing: they are assigned before any check. */
  const isDone = async (meta: Meta): Promise<Result<boolean, DomainError>> => {
    const known = await deps.commandIds.known<{ companyId: number }>(meta)
    if (!known.ok) return known
    if (known.value === null) return ok(false)
    const { state } = await kernel.load(companyDecider, streams.company(known.value.companyId))
    return ok(state !== null)
  }

  return serving('command', {})(signUpRoutes, {
    'POST /companies/cadastro': async ({ body, address, idempotencyKey, correlationId }) => {
      if ((await platformSays('allowregister')) !== 'enabled')
        return err(domainError('ERR_USER_CREATION_DISABLED'))
      const email = normaliseEmail(body.email)
      // only the client knows its key; a repeated request has used its verification token up
      const commandId = idempotencyKey === null ? newUuid() : derivedUuid('sign-up', idempotencyKey, email)
      const planId = Number(body.planId)
      const asked = { planId, name: plainName(body.name), password: body.password }
      const meta: Meta = {
        ...{ commandId, companyId: PLATFORM_COMPANY, actor: SYSTEM, correlationId },
        ...(idempotencyKey !== null && { fingerprint: fingerprintOf(idempotencyKey, asked) }),
      }
      const done = await isDone(meta)
      if (!done.ok) return done
      if (!done.value) {
        if (looksLikeAddress(asked.name))
          return err(domainError('ERR_COMPANY_NAME_IS_ADDRESS', { field: 'name' }))
        if (!(await verification.passes(body.verification, address)))
          return err(domainError('ERR_HUMAN_VERIFICATION'))
        const tooOften = await signUpFlood.refuses({ address, email })
        if (tooOften !== null) return err(tooOften)
        if (!(await planIsOffered(kernel, planId))) return err(domainError('ERR_NO_PLAN_FOUND'))
      }
      const days = Number(await platformSays('trial'))
      const end = new Date(clock.now().getTime() + days * DAY_MS).toISOString()
      const made = await createCompany(
        deps,
        {
          ...{ name: body.name, email, phone: body.phone ?? '', password: body.password },
          ...{ planId, recurrence: 'MENSAL', dueDate: end, trialExpiration: end },
          ...{ status: true, campaignsEnabled: true, timezone: TIMEZONE },
          language: body.language ?? DEFAULT_LANGUAGE,
        },
        meta,
      )
      if (!made.ok) return made
      const { companyId, position } = made.value
      return ok({
        id: companyId,
        companyId,
        position,
        body: async () => {
          const company = await records.companyWithPlan(companyId)
          return company && presentWholeCompany(company)
        },
      })
    },
  })
}
