import { CompanyRecord } from '../views/company.js'
import { routes } from './route.js'

export const companyRoutes = routes({
  'GET /companies/listPlan/:companyId': {
    allow: 'user',
    answer: CompanyRecord,
    views: ['companies'],
    errors: ['ERR_NO_COMPANY_FOUND'],
    summary: 'The own company with what its plan allows, or any for the super user',
  },
})
