import { endpoints } from '../../api/base-api.js'

const changes = ['Companies', 'Usage'] as const

const companiesApi = endpoints(({ query, list, command }) => ({
  companies: list('GET /companies', { providesTags: ['Companies', 'plans'] }),
  companyUsage: query('GET /companies/:id/usage', {
    keepUnusedDataFor: 0,
    providesTags: ['Usage', 'Users', 'Connections', 'queues', 'plans'],
  }),
  plansOfAll: query('GET /plans/list', { providesTags: ['plans'] }),
  createCompany: command('POST /companies', { quiet: true, changes }),
  changeCompany: command('PUT /companies/:id', { quiet: true, changes }),
  companyErasures: query('GET /company-erasures'),
  eraseCompany: command('DELETE /companies/:id', { quiet: true, changes }),
  advanceDueDate: command('POST /companies/:id/due-date', { changes }),
}))

export const {
  useCompaniesInfiniteQuery,
  useCompanyUsageQuery,
  usePlansOfAllQuery,
  useCreateCompanyMutation,
  useChangeCompanyMutation,
  useAdvanceDueDateMutation,
  useCompanyErasuresQuery,
  useEraseCompanyMutation,
} = companiesApi
