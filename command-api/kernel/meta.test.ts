import { derivedUuid } from '@guiche/infra/ids.js'
import { describe, expect, it } from '@jest/globals'
import { metaOf } from './meta.js'

const caller = { userId: 5, companyId: 2, super: false } as Parameters<typeof metaOf>[0]['caller']
const idOf = (key: 'POST /queue' | 'PUT /queue/:id', params: Readonly<Record<string, unknown>>) =>
  metaOf({ key, caller, params, body: {}, idempotencyKey: 'once', correlationId: 'test' }).commandId

describe('the id of a command with an Idempotency-Key', () => {
  it('is made as ever, so that a repetition after an upgrade does nothing a second time', () => {
    expect(idOf('PUT /queue/:id', { id: 7 })).toBe(
      derivedUuid('command', 2, 5, 'PUT /queue/:id', '{"id":"7"}', 'once'),
    )
    expect(idOf('POST /queue', {})).toBe(derivedUuid('command', 2, 5, 'POST /queue', 'null', 'once'))
  })
})
