import { domainError } from '@guiche/contracts/errors.js'
import { textOfWeek } from '@guiche/contracts/opening-hours/text.js'
import { entriesFault, weekOfEntries } from '@guiche/contracts/opening-hours/wire.js'
import { codeOfFault } from '@guiche/contracts/records/kinds/hours.js'
import { err, ok } from '@guiche/contracts/result.js'
import { companyHoursRoutes } from '@guiche/contracts/routes/companies.js'
import { settingRoutes } from '@guiche/contracts/routes/settings.js'
import { EMBEDDED_PAGES, isBySuper, isUpload } from '@guiche/contracts/settings/settings.js'
import { streams } from '@guiche/contracts/streams.js'
import { presentCompany } from '@guiche/contracts/views/company.js'
import { presentSettings, settingId } from '@guiche/contracts/views/present-settings.js'
import { type Route, serving } from '@guiche/infra/http/route.js'
import type { AreaDeps } from '../deps.js'
import { metaOf } from '../kernel/meta.js'
import { createChange } from './change.js'
import { scopeOf, settingsDecider } from './decide.js'
import { createLogos } from './logos.js'

export type SettingRoutesDeps = Pick<
  AreaDeps,
  'kernel' | 'records' | 'config' | 'vault' | 'blobs' | 'clock' | 'exclusively'
>

const isEmbedded = (key: string): boolean => EMBEDDED_PAGES.some((page) => page === key)
const hostOf = (address: string): string | null => (URL.canParse(address) ? new URL(address).host : null)

/**
 * Admins change the settings of their company. Super users change the platform's settings, and settings
 * marked `isBySuper` of their own company. A page of our own host may not be embedded, because a frame of the
 * same origin can reach the app.
 */
export const settingCommands = (deps: SettingRoutesDeps): readonly Route[] => {
  const { records, config } = deps
  const change = createChange(deps)
  const logos = createLogos(deps)
  return serving('command', {})(settingRoutes, {
    'POST /settings/media-upload': logos.bring,
    'DELETE /settings/media-upload/:ref': logos.takeAway,

    'PUT /settings/:key': async (call) => {
      const { key } = call.params
      const { value } = call.body
      const scope = scopeOf(key)
      if (scope === null || isUpload(key)) return err(domainError('ERR_NO_SETTING_FOUND'))
      if ((scope === 'platform' || isBySuper(key)) && !call.caller.super)
        return err(domainError('ERR_NO_PERMISSION'))
      if (isEmbedded(key) && hostOf(value) === hostOf(config.publicUrl))
        return err(domainError('ERR_VALIDATION', { field: key }))
      const companyId = scope === 'platform' ? 0 : call.caller.companyId
      const handled = await change({ scope, key, value }, { ...metaOf(call), companyId })
      if (!handled.ok) return handled
      const { position } = handled.value
      if (scope === 'platform') return ok({ companyId, position, body: { id: 0, key, value, companyId } })
      const id = settingId(key)
      return ok({
        position,
        id,
        body: async () => {
          const company = await records.company(companyId)
          const settings = company === null ? [] : presentSettings(company)
          return settings.find((setting) => setting.id === id) ?? null
        },
      })
    },
  })
}

/** Admins set the opening hours of their company, which are one of its settings. */
export const companyHoursCommands = ({
  kernel,
  records,
}: Pick<SettingRoutesDeps, 'kernel' | 'records'>): readonly Route[] =>
  serving('command', {})(companyHoursRoutes, {
    'PUT /companies/:id/schedules': async (call) => {
      const { companyId } = call.caller
      if (call.params.id !== companyId) return err(domainError('ERR_NO_COMPANY_FOUND'))
      const entries = call.body.schedules ?? []
      const code = codeOfFault(entriesFault(entries))
      if (code !== null) return err(domainError(code, { field: 'schedules' }))
      const week = weekOfEntries(entries)
      const value = week === null ? '' : textOfWeek(week)
      const command = { scope: 'company', key: 'schedules', value } as const
      const handled = await kernel.execute(
        settingsDecider,
        streams.settings(companyId),
        command,
        metaOf(call),
      )
      if (!handled.ok) return handled
      return ok({
        position: handled.value.position,
        id: companyId,
        body: async () => {
          const company = await records.companyWithPlan(companyId)
          return company && presentCompany(company)
        },
      })
    },
  })
