import { endpoints } from '../../api/base-api.js'

const embeddedApi = endpoints(({ query }) => ({
  embeddedPages: query('GET /embedded-pages', { providesTags: ['Settings'] }),
}))

export const { useEmbeddedPagesQuery } = embeddedApi
