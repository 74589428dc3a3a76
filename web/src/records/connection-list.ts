import { endpoints } from '../api/base-api.js'

/** The connections of the company, for choosing. */
const connectionListApi = endpoints(({ query }) => ({
  connectionList: query('GET /whatsapp', { providesTags: ['Connections'] }),
}))
export const { useConnectionListQuery } = connectionListApi
