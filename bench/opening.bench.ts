import { runScenario } from './lib/scenario.js'
import { median } from './lib/stats.js'

const OPENINGS = 20

interface Pages {
  startLongThread(
    length: number,
  ): Promise<{ readonly opening: () => Promise<number>; readonly stop: () => Promise<void> }>
}

/** A browser opens a conversation of 50,000 messages. A stub answers its requests, so only the page is measured. */
await runScenario(async (bench) => {
  // Imported by its address: its types need the browser's types, which only the web app's type check has.
  const address = new URL('../web/e2e/thread-page.ts', import.meta.url).href
  const { startLongThread } = (await import(address)) as Pages
  const thread = await startLongThread(50_000)
  bench.after(thread.stop)
  // The first opening loads the shared code.
  await thread.opening()
  const times: number[] = []
  for (let n = 0; n < OPENINGS; n++) times.push(await thread.opening())
  bench.report({
    scenario: 'a conversation opens at its end',
    value: median(times),
    unit: 'ms',
    goal: { below: 150 },
  })
})
