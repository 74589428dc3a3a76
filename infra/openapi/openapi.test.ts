import { readFile } from 'node:fs/promises'
import { PERMISSIONS } from '@guiche/contracts/permissions.js'
import { describe, expect, it } from '@jest/globals'
import { eventsDoc, ungrouped } from './events-doc.js'
import { openapi } from './openapi.js'
import { realtimeDoc } from './realtime-doc.js'
import { SUMMARIES } from './summaries.js'

describe('what is generated from the contracts', () => {
  it('describes every HTTP route of the permission table, and no other', () => {
    const routes = Object.keys(PERMISSIONS).filter((key) => !key.startsWith('WS '))
    expect(Object.keys(SUMMARIES).sort()).toEqual(routes.sort())
    const paths = openapi().paths as Record<string, Record<string, unknown>>
    const described = Object.values(paths).reduce((sum, path) => sum + Object.keys(path).length, 0)
    expect(described).toBe(routes.length)
  })

  it('gives each operation a name of its own', () => {
    const paths = openapi().paths as Record<string, Record<string, { operationId: string }>>
    const names = Object.values(paths).flatMap((path) =>
      Object.values(path).map(({ operationId }) => operationId),
    )
    expect(new Set(names).size).toBe(names.length)
  })

  it('lists every event type', () => {
    expect(ungrouped()).toEqual([])
  })

  it('docs/events.md is what the contracts say now (npm run docs)', async () => {
    const written = await readFile(new URL('../../docs/events.md', import.meta.url), 'utf8')
    expect(written).toBe(eventsDoc())
  })

  it('docs/realtime.md is what the contracts say now (npm run docs), with every frame and channel', async () => {
    const written = await readFile(new URL('../../docs/realtime.md', import.meta.url), 'utf8')
    expect(written).toBe(realtimeDoc())
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
