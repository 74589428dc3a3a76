import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { SHOWN_BESIDE } from '@guiche/contracts/routes/effects.js'
import { expect, it } from '@jest/globals'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const FOLDERS = ['query-api/routes', 'query-api/realtime', 'infra/records']
/** Collections whose texts not every user may read. */
const TEXTS = /'(?:messages|notes|schedules)'|partsFor\(documents, 'message'/

it('what reads texts of tickets is named with the right that it takes', () => {
  const named = new Set<string>(SHOWN_BESIDE.flatMap(({ files }) => files))
  const sources = FOLDERS.flatMap((folder) =>
    readdirSync(`${ROOT}${folder}`)
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .map((name) => `${folder}/${name}`),
  )
  const readers = sources.filter((file) => TEXTS.test(readFileSync(`${ROOT}${file}`, 'utf8')))
  expect(readers.filter((file) => !named.has(file))).toEqual([])
  expect([...named].filter((file) => !sources.includes(file))).toEqual([])
})
