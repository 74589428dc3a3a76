import { serveEngines } from './engines/serve.mjs'
import { closeRamFolder, openRamFolder } from './ram-folder.mjs'

let engines
let folder = null

/**
 * Runs before the suites of a run. Suites request missing engines at TEST_ENGINES_URL. Temporary files are in memory, unless
 * TMPDIR names another folder.
 */
export default async () => {
  // Most runs need no container, so the library is loaded at the first request.
  engines = await serveEngines(() => import('./engines/containers.mjs'))
  process.env.TEST_ENGINES_URL = engines.url
  if (process.env.TMPDIR === undefined) folder = openRamFolder()
  if (folder !== null) process.env.TMPDIR = folder
}

/** Runs after the suites: stops what was started and removes temporary files. */
export const teardown = async () => {
  await engines.close()
  closeRamFolder(folder)
}
