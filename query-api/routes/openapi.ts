import { ok } from '@guiche/contracts/result.js'
import { openRoute, type Route } from '@guiche/infra/http/route.js'
import { openapi } from '@guiche/infra/openapi/openapi.js'

/** GET of the description of all routes, made from the contracts. */
export const openapiRoutes = (): Route[] => {
  const document = openapi()
  return [openRoute('GET /openapi.json', {}, async () => ok({ body: document }))]
}
