import type { SettingRecord } from '@guiche/contracts/views/records.js'
import { endpoints } from '../../api/base-api.js'
import type { AppDispatch } from '../../app/store.js'
import { replaceIn } from '../../realtime/record-age.js'

const changes = ['Settings'] as const

/** Updates a company setting in the cache. */
export const settingIs =
  (setting: SettingRecord) =>
  (dispatch: AppDispatch): void => {
    dispatch(
      settingsApi.util.updateQueryData('settings', undefined, (settings) => {
        replaceIn(settings, setting)
      }),
    )
  }

const settingsApi = endpoints(({ query, command }) => ({
  settings: query('GET /settings', { providesTags: changes }),
  changeSetting: command('PUT /settings/:key', {
    quiet: true,
    changes,
    // before the read, so that the former value does not show meanwhile
    onQueryStarted: async (_call, { dispatch, queryFulfilled }) => {
      const answer = await queryFulfilled.catch(() => null)
      if (answer === null || !('key' in answer.data)) return
      if (answer.data.companyId !== 0) return dispatch(settingIs(answer.data))
      const { platformSettingIs } = await import('./platform-api.js')
      dispatch(platformSettingIs(answer.data))
    },
  }),
  companyExport: query('GET /company-export'),
  exportCompany: command('POST /company-export', { quiet: true }),
  setHours: command('PUT /companies/:id/schedules', { quiet: true, changes }),
}))

export const {
  useSettingsQuery,
  useChangeSettingMutation,
  useSetHoursMutation,
  useCompanyExportQuery,
  useExportCompanyMutation,
} = settingsApi
