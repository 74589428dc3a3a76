/**
 * `npm run build`: builds the servers, the app and the list of shipped packages, unless they were built from the same sources.
 * Does not check types.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { filesIn } from './files.mjs'
import { makeOnce } from './make-once.mjs'
import { writeThirdParty } from './third-party.mjs'
import { serverSources, TEST_FILES, transpileServers } from './transpile.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const stampOf = (name) => join(root, 'node_modules/.cache/guiche', `${name}.json`)
// a change of a library or of these scripts gives another build
const always = [join(root, 'package-lock.json'), ...filesIn(join(root, 'infra/scripts'))]

const buildServers = () =>
  makeOnce({
    stamp: stampOf('servers'),
    inputs: [...always, ...serverSources(root)],
    make: () => transpileServers(root),
  })

const appSources = () =>
  ['web', 'contracts']
    .flatMap((name) => filesIn(join(root, name), new Set(['e2e'])))
    .filter((file) => !TEST_FILES.test(file))

const buildApp = () =>
  makeOnce({
    stamp: stampOf('app'),
    inputs: [...always, ...appSources()],
    make: async () => {
      const vite = [join(root, 'node_modules/vite/bin/vite.js'), 'build', 'web', '--logLevel', 'warn']
      const [code] = await once(spawn(process.execPath, vite, { cwd: root, stdio: 'inherit' }), 'close')
      if (code !== 0) throw new Error('the app cannot be built')
      return filesIn(join(root, 'web/dist'))
    },
  })

const listThirdParty = () =>
  makeOnce({ stamp: stampOf('third-party'), inputs: always, make: () => writeThirdParty(root) })

const built = await Promise.allSettled([buildServers(), buildApp(), listThirdParty()])
for (const { reason } of built.filter(({ status }) => status === 'rejected')) {
  process.stderr.write(`${reason?.message ?? reason}\n`)
  process.exitCode = 1
}
