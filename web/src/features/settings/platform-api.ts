import type { SettingRecord } from '@guiche/contracts/views/records.js'
import { endpoints } from '../../api/base-api.js'
import type { AppDispatch } from '../../app/store.js'
import { applyLook } from '../../theme/apply-look.js'

const changes = ['Settings'] as const

/** Updates a platform setting in the cache. */
export const platformSettingIs =
  ({ key, value }: Pick<SettingRecord, 'key' | 'value'>) =>
  (dispatch: AppDispatch): void => {
    applyLook(key, value)
    dispatch(
      platformApi.util.updateQueryData('platformSettings', undefined, (settings) => {
        const held = settings.find((one) => one.key === key)
        if (held !== undefined) held.value = value
      }),
    )
  }

/** The settings of the platform, and its logos; for super users. */
const platformApi = endpoints(({ query, command }) => ({
  platformSettings: query('GET /platform-settings', { providesTags: changes }),
  bringLogo: command('POST /settings/media-upload', { quiet: true, changes }),
  removeLogo: command('DELETE /settings/media-upload/:ref', { quiet: true, changes }),
}))

export const { usePlatformSettingsQuery, useBringLogoMutation, useRemoveLogoMutation } = platformApi
