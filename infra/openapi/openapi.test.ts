import { ERRORS } from '@guiche/contracts/errors.js'
import { ROUTE_LIST } from '@guiche/contracts/routes/index.js'
import { describe, expect, it } from '@jest/globals'
import { openapi } from './openapi.js'
import { realtimeDoc } from './realtime-doc.js'

describe('what is generated from the contracts', () => {
  it('describes every route, with codes that the catalogue has', () => {
    for (const [key, { errors = [] }] of ROUTE_LIST) {
      expect([key, errors.filter((code) => !Object.hasOwn(ERRORS, code))]).toEqual([key, []])
    }
    const paths = openapi().paths as Record<string, Record<string, unknown>>
    const described = Object.values(paths).reduce((sum, path) => sum + Object.keys(path).length, 0)
    expect(described).toBe(ROUTE_LIST.length)
  })

  it('gives each operation a name of its own', () => {
    const paths = openapi().paths as Record<string, Record<string, { operationId: string }>>
    const names = Object.values(paths).flatMap((path) =>
      Object.values(path).map(({ operationId }) => operationId),
    )
    expect(new Set(names).size).toBe(names.length)
  })

  it('docs/realtime.md has every frame and channel', () => {
    const written = realtimeDoc()
    for (const name of [
      'authenticate',
      'leaveTickets',
      'ticketPresence',
      'company-{id}-whatsappSession',
      '4403',
    ]) {
      expect(written).toContain(`\`${name}\``)
    }
    expect(written).toContain('readonly error: { readonly code: string')
  })
})
