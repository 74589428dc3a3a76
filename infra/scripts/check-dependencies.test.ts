import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** The check runs in its own process, because jest's module loader cannot share its native parser. */
const checkIn = async (folder: string, folders: readonly string[]) => {
  const script = `
    const { checkDependencies } = await import(${JSON.stringify(join(ROOT, 'infra/scripts/check-dependencies.mjs'))})
    console.log(JSON.stringify(await checkDependencies(${JSON.stringify(folder)}, ${JSON.stringify(folders)})))`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
    cwd: folder,
  })
  return JSON.parse(stdout) as { modules: number; violations: string[] }
}

let planted: string
beforeAll(async () => {
  planted = await mkdtemp(join(tmpdir(), 'guiche-rules-'))
  await symlink(join(ROOT, 'node_modules'), join(planted, 'node_modules'))
  const files = {
    'contracts/ids.ts': 'export const id = 1',
    'infra/store.ts': "import { id } from '../contracts/ids.js'\nexport const store = id",
    'infra/leak.ts': "import { fold } from '../projector/views/inbox.js'\nexport const leak = fold",
    'projector/views/inbox.ts': "import { readFileSync } from 'node:fs'\nexport const fold = readFileSync",
    'query-api/routes.ts': "import { fold } from '../projector/views/inbox.js'\nexport const routes = fold",
    'web/src/a.tsx': "import { b } from './b.js'\nexport const a = () => <b>{b}</b>",
    'contracts/routes.ts':
      "import { Type } from '@sinclair/typebox'\nexport type Id = string\nexport const routes = Type.String()",
    'web/src/types.ts': "import type { Id } from '../../contracts/routes.js'\nexport const id: Id = ''",
    'web/src/values.ts': "import { routes } from '../../contracts/routes.js'\nexport const all = routes",
    'query-api/live/hub.ts': "import { page } from '../pages/page.js'\nexport const hub = () => page",
    'query-api/pages/page.ts': "import { room } from '../live/room.js'\nexport const page = room",
    'query-api/live/room.ts': 'export const room = 1',
    'infra/left.ts': "import type { Right } from './right.js'\nexport type Left = Right | string",
    'infra/right.ts': "import type { Left } from './left.js'\nexport type Right = Left | number",
    'web/src/b.ts': "import { a } from './a.js'\nexport const b = () => a",
  }
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(planted, path)), { recursive: true })
    await writeFile(join(planted, path), text)
  }
})
afterAll(() => rm(planted, { recursive: true, force: true }))

describe('the rules of dependency', () => {
  it('finds each planted violation, and nothing else', async () => {
    const { violations } = await checkIn(planted, ['contracts', 'infra', 'projector', 'query-api', 'web/src'])
    const found = violations.map((violation) => violation.replace(/→ .*node_modules/, '→ node_modules'))
    expect(found.sort()).toEqual([
      'deciders-and-folds-are-pure: projector/views/inbox.ts → fs',
      'infra-knows-contracts-only: infra/leak.ts → projector/views/inbox.ts',
      'no-circles: infra/left.ts → infra/right.ts',
      'no-circles: web/src/a.tsx → web/src/b.ts',
      'no-folder-cycles: query-api/live → query-api/pages (query-api/live/hub.ts → query-api/pages/page.ts)',
      'no-folder-cycles: query-api/pages → query-api/live (query-api/pages/page.ts → query-api/live/room.ts)',
      'no-folder-cycles: web/src/a.tsx → web/src/b.ts (web/src/a.tsx → web/src/b.ts)',
      'no-folder-cycles: web/src/b.ts → web/src/a.tsx (web/src/b.ts → web/src/a.tsx)',
      'no-schema-library-in-the-browser: web/src/values.ts → node_modules/@sinclair/typebox/build/cjs/index.js',
      'no-service-imports-another: query-api/routes.ts → projector/views/inbox.ts',
    ])
  })
})
