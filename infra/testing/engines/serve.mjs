import { once } from 'node:events'
import { createServer } from 'node:http'

/**
 * Gives the suites of one run the engines that the environment does not name. GET /VARIABLE starts the engine of that
 * variable when the first suite asks, and answers 200 with its address; 503 with the reason where it cannot be had.
 * `close` stops what was started. `load` gives what starts them, and is called when the first suite asks.
 */
export const serveEngines = async (load) => {
  const started = new Map()
  let docker
  const start = async (variable) => {
    const { starters, dockerAnswers } = await load()
    if (!Object.hasOwn(starters, variable)) throw new Error('no such engine is known')
    docker ??= dockerAnswers()
    if (!(await docker)) throw new Error('Docker does not answer')
    return starters[variable]()
  }
  const engineOf = (variable) => {
    if (!started.has(variable)) started.set(variable, start(variable))
    return started.get(variable)
  }
  const server = createServer(async ({ url }, response) => {
    try {
      response.end((await engineOf(url.slice(1))).address)
    } catch (error) {
      response.writeHead(503).end(error.message)
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    close: async () => {
      server.close()
      server.closeAllConnections()
      const settled = await Promise.allSettled(started.values())
      await Promise.all(settled.map(({ value }) => value?.stop()))
    },
  }
}
