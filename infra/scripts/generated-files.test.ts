import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { eventSchemas } from '@guiche/contracts/events/index.js'
import { describe, expect, it } from '@jest/globals'
import { type TSchema, Type } from '@sinclair/typebox'
import { generatedFiles, staleFiles, writeFiles } from './generated-files.js'
import { goldenSample } from './golden.js'

describe('the output of npm run agree', () => {
  const { faults, files } = generatedFiles()

  it('has no fault', () => {
    expect(faults).toEqual([])
  })

  it('equals the present files', () => {
    expect(staleFiles(files)).toEqual([])
  })

  it('covers schemas, fingerprints and documents', () => {
    const names = files.map(({ url }) => url.pathname.split('/').at(-1))
    expect(names).toEqual(
      expect.arrayContaining([
        'schemas.json',
        'fingerprints.json',
        'asyncapi.yaml',
        'events.md',
        'realtime.md',
      ]),
    )
  })
})

describe('a generated file', () => {
  it('is stale while it is missing or has another text', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'guiche-generated-'))
    const path = join(folder, 'events.md')
    const url = pathToFileURL(path)
    const stale = [`${relative(process.cwd(), path)} is stale: run npm run agree`]

    expect(staleFiles([{ url, text: 'new' }])).toEqual(stale)
    writeFiles([{ url, text: 'old' }])
    expect(staleFiles([{ url, text: 'new' }])).toEqual(stale)
    writeFiles([{ url, text: 'new' }])
    expect(staleFiles([{ url, text: 'new' }])).toEqual([])
    await rm(folder, { recursive: true })
  })
})

describe('a change of the contracts of events', () => {
  const type = 'ticket.closed.v1'
  const { [type]: _, ...others } = eventSchemas
  const withSchemas = (schemas: Readonly<Record<string, TSchema>>) => goldenSample('events', schemas)

  it('needs a sample for a new type', () => {
    const { faults, files } = withSchemas({ ...eventSchemas, 'ticket.parked.v1': Type.Object({}) })
    expect(faults).toEqual([])
    const generated = files.map(({ url, value }) => ({ url, text: `${JSON.stringify(value, null, 2)}\n` }))
    expect(staleFiles(generated)).toEqual(
      expect.arrayContaining([
        'contracts/events/golden/ticket.parked.v1.json is stale: run npm run agree',
        'contracts/events/golden/schemas.json is stale: run npm run agree',
      ]),
    )
  })

  it('is a fault if the generated sample does not fit', () => {
    const code = Type.Object({ code: Type.String({ pattern: '^[0-9]+$' }) })
    expect(withSchemas({ ...eventSchemas, 'ticket.parked.v1': code }).faults).toEqual([
      expect.stringContaining('ticket.parked.v1: write its sample by hand: '),
    ])
  })

  it('is a fault if a type is removed', () => {
    expect(withSchemas(others).faults).toEqual([`${type} is gone`])
  })
})
