import { endpoints } from '../api/base-api.js'

/** The company's connections, as options. */
const connectionListApi = endpoints(({ query }) => ({
  connectionList: query('GET /whatsapp', { providesTags: ['Connections'] }),
}))
export const { useConnectionListQuery } = connectionListApi
