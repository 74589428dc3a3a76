import { serveEngines } from './engines/serve.mjs'
import { closeRamFolder, openRamFolder } from './ram-folder.mjs'

let engines
let folder = null

/**
 * Before the suites of a run: they ask at TEST_ENGINES_URL for the engines that the environment does not name. Their temporary
 * files are in memory, unless TMPDIR names another place.
 */
export default async () => {
  // Most runs need no container, so the library is loaded when the first suite asks for one.
  engines = await serveEngines(() => import('./engines/containers.mjs'))
  process.env.TEST_ENGINES_URL = engines.url
  if (process.env.TMPDIR === undefined) folder = openRamFolder()
  if (folder !== null) process.env.TMPDIR = folder
}

/** After the suites of a run: stops everything started for the suites, and removes their files. */
export const teardown = async () => {
  await engines.close()
  closeRamFolder(folder)
}
