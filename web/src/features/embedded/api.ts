import { endpoints } from '../../api/base-api.js'

const embeddedApi = endpoints(({ query, command }) => ({
  embeddedPages: query('GET /embedded-pages', { providesTags: ['Settings'] }),
  changeSetting: command('PUT /settings/:key', { quiet: true, changes: ['Settings'] }),
}))

export const { useEmbeddedPagesQuery, useChangeSettingMutation } = embeddedApi
