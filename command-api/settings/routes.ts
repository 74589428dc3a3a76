import { SettingBody } from '@guiche/contracts/commands/users.js'
import { Strict } from '@guiche/contracts/envelope.js'
import { domainError } from '@guiche/contracts/errors.js'
import { err, ok } from '@guiche/contracts/result.js'
import { streams } from '@guiche/contracts/streams.js'
import { presentSettings } from '@guiche/contracts/views/present.js'
import { type Route, route } from '@guiche/infra/http/route.js'
import type { Records } from '@guiche/infra/records/records.js'
import { Type } from '@sinclair/typebox'
import { metaOf } from '../http/meta.js'
import { positionHeader, replyWhenShown } from '../http/reply.js'
import type { Kernel } from '../kernel/kernel.js'
import { scopeOf, settingsDecider } from './decide.js'

const WithKey = Strict({ key: Type.String({ pattern: '^[A-Za-z]{1,60}$' }) })

export interface SettingRoutesDeps {
  readonly kernel: Kernel
  readonly records: Records
}

/** Settings of the own company for its admins; those of the platform for super users. */
export const settingRoutes = ({ kernel, records }: SettingRoutesDeps): readonly Route[] => [
  route('PUT /settings/:key', { params: WithKey, body: SettingBody }, async (call) => {
    const { key } = call.params
    const { value } = call.body
    const scope = scopeOf(key)
    if (scope === null) return err(domainError('ERR_NO_SETTING_FOUND'))
    if (scope === 'platform' && !call.caller.super) return err(domainError('ERR_NO_PERMISSION'))
    const companyId = scope === 'platform' ? 0 : call.caller.companyId
    const meta = { ...metaOf('PUT /settings/:key', call), companyId }
    const handled = await kernel.execute(
      settingsDecider,
      streams.settings(companyId),
      { scope, key, value },
      meta,
    )
    if (!handled.ok) return handled
    const { position } = handled.value
    if (scope === 'platform') {
      return ok({
        body: { id: 0, key, value, companyId },
        headers: positionHeader(records.place(companyId, position)),
      })
    }
    return replyWhenShown(records, {
      views: ['companies'],
      companyId,
      position,
      id: key,
      body: async () => {
        const company = await records.company(companyId)
        return company === null ? null : presentSettings(company).find((setting) => setting.key === key)
      },
    })
  }),
]
