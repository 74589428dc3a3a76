import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/** Facts of the build, for the service worker of that build. */
export interface Build {
  /** differs where any file does */
  readonly version: string
  /** address of the first script, which identifies the build of a page */
  readonly entry: string
  /** addresses of all files of the app, without the page itself */
  readonly files: readonly string[]
}

const WORKER = new URL('worker.js', import.meta.url)

/** The worker's script for a build. */
export const workerOf = (build: Build): string =>
  `const BUILD = ${JSON.stringify(build)}\n${readFileSync(WORKER, 'utf8')}`

/** Writes `/sw.js`, which knows the files of the build. `root` is the folder of the web app. */
export const serviceWorker = (root: string): Plugin => ({
  name: 'service-worker',
  apply: 'build',
  generateBundle(_options, bundle) {
    const chunks = Object.values(bundle)
    const entry = chunks.find((chunk) => chunk.type === 'chunk' && chunk.isEntry)
    if (entry === undefined) throw new Error('the build has no entry')
    const assets = chunks.map(({ fileName }) => fileName).filter((name) => name.startsWith('assets/'))
    // the server writes the platform's own icon into the manifest
    const open = readdirSync(join(root, 'public')).filter((name) => name !== 'manifest.webmanifest')
    const hash = createHash('sha256').update([...assets].sort().join())
    for (const file of [...open.map((name) => `public/${name}`), 'index.html'])
      hash.update(readFileSync(join(root, file)))
    const build: Build = {
      version: hash.digest('hex').slice(0, 16),
      entry: `/${entry.fileName}`,
      files: [...assets, ...open].map((name) => `/${name}`),
    }
    this.emitFile({ type: 'asset', fileName: 'sw.js', source: workerOf(build) })
  },
})
