import { ERRORS } from '@guiche/contracts/errors.js'
import { ROUTE_LIST } from '@guiche/contracts/routes/index.js'
import { describe, expect, it } from '@jest/globals'
import { openApiDocument } from './openapi.js'
import { realtimeDoc } from './realtime-doc.js'

describe('the generated API documents', () => {
  it('describes every route, with codes that the catalogue has', () => {
    for (const [key, { errors = [] }] of ROUTE_LIST) {
      expect([key, errors.filter((code) => !Object.hasOwn(ERRORS, code))]).toEqual([key, []])
    }
    const paths = openApiDocument().paths as Record<string, Record<string, unknown>>
    const described = Object.values(paths).reduce((sum, path) => sum + Object.keys(path).length, 0)
    expect(described).toBe(ROUTE_LIST.length)
  })

  it('gives each operation a name of its own', () => {
    const paths = openApiDocument().paths as Record<string, Record<string, { operationId: string }>>
    const names = Object.values(paths).flatMap((path) =>
      Object.values(path).map(({ operationId }) => operationId),
    )
    expect(new Set(names).size).toBe(names.length)
  })

  it('names the files, fields and limits of every form', () => {
    const paths = openApiDocument().paths as Record<string, Record<string, { requestBody?: Body }>>
    type Body = { content: Record<string, { schema: Record<string, unknown> }> }
    const formOf = (path: string) => paths[path]?.post?.requestBody?.content['multipart/form-data']?.schema
    expect(formOf('/contacts/upload')).toMatchObject({
      required: ['file'],
      additionalProperties: false,
      properties: {
        file: { type: 'string', format: 'binary', maxLength: 10 * 1024 * 1024 },
        nameColumn: { type: 'string', pattern: '^(none|[0-9]{1,3})$' },
        preview: { type: 'string' },
      },
    })
    expect(formOf('/messages/{ticketId}')).toMatchObject({
      properties: {
        medias: { type: 'array', maxItems: 10, items: { format: 'binary' } },
        body: { type: 'array', items: { maxLength: 65_536 } },
      },
    })
    expect(formOf('/messages/send')).toMatchObject({ required: ['number', 'body'] })
    expect(Object.keys(formOf('/messages/send')?.properties ?? {})).toEqual(['number', 'body', 'closeTicket'])
    for (const [key, { form }] of ROUTE_LIST) {
      if (form === undefined) continue
      const path = key.slice(key.indexOf(' ') + 1).replace(/:(\w+)/g, '{$1}')
      const named = form.files.most === 0 ? [] : [form.files.name]
      const { properties } = formOf(path) ?? {}
      expect([key, Object.keys(properties ?? {})]).toEqual([
        key,
        [...named, ...Object.keys(form.fields.properties)],
      ])
    }
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
