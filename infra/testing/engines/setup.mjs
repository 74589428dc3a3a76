import { serveEngines } from './serve.mjs'

let engines

/** Before the suites of a run: they ask at TEST_ENGINES_URL for the engines that the environment does not name. */
export default async () => {
  // Most runs need no container, so the library is loaded when the first suite asks for one.
  engines = await serveEngines(() => import('./containers.mjs'))
  process.env.TEST_ENGINES_URL = engines.url
}

/** After the suites of a run: what was started for them is stopped. */
export const teardown = () => engines.close()
