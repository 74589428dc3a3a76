import { endpoints } from '../../api/base-api.js'

const changes = ['Settings'] as const

export const settingsApi = endpoints(({ query, command }) => ({
  settings: query('GET /settings', { providesTags: changes }),
  changeSetting: command('PUT /settings/:key', { quiet: true, changes }),
}))

export const { useSettingsQuery, useChangeSettingMutation } = settingsApi
