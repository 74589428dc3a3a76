import type { CompanyDoc } from '@guiche/contracts/views/directory.js'
import { beforeEach, describe, expect, it } from '@jest/globals'
import { createEmbeddedOrigins } from './embedded-origins.js'

let time = 0
let reads = 0
let company: () => Promise<CompanyDoc | null>
const platformWith = (settings: Record<string, string>) => async () => ({ settings }) as unknown as CompanyDoc
const createOrigins = () =>
  createEmbeddedOrigins(
    {
      company: () => {
        reads++
        return company()
      },
    },
    () => new Date(1_000_000 + time),
  )
beforeEach(() => {
  time = 0
  reads = 0
  company = platformWith({
    embeddedN8n: 'https://n8n.example:8443/flows',
    embeddedBiolink: 'https://bio.example/a',
  })
})

describe('the origins of embedded pages', () => {
  it('are the present ones, by one read for concurrent callers', async () => {
    const ask = createOrigins()
    const answers = await Promise.all(Array.from({ length: 50 }, ask))
    expect(new Set(answers.flat())).toEqual(new Set(['https://bio.example', 'https://n8n.example:8443']))
    expect(reads).toBe(1)
    company = platformWith({})
    expect(await Promise.all([ask(), ask()])).toEqual([[], []])
    expect(reads).toBe(2)
  })

  it('stay as last read while reading fails; the next try is after two seconds', async () => {
    const ask = createOrigins()
    const known = await ask()
    company = () => Promise.reject(new Error('the read store is away'))
    expect(await ask()).toEqual(known)
    time = 1999
    expect(await ask()).toEqual(known)
    expect(reads).toBe(2)
    company = platformWith({})
    time = 2000
    expect(await ask()).toEqual([])
  })
})
