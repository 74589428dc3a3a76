import { createRequire } from 'node:module'
import { describe, expect, it } from '@jest/globals'
import type { Logger } from '../../logger.js'
import { quietConsole } from './quiet-console.js'

const require = createRequire(import.meta.url)

const createRecorder = () => {
  const lines: string[] = []
  const write = (...parts: unknown[]) => {
    lines.push(JSON.stringify(parts))
  }
  return { lines, write }
}

describe('the quiet console', () => {
  it('hides session keys that the encryption library prints', () => {
    const printed = createRecorder()
    const logged = createRecorder()
    const kept = { ...console }
    const logger: Logger = {
      debug: logged.write,
      info: logged.write,
      warn: logged.write,
      error: logged.write,
    }
    const { write } = printed
    Object.assign(console, { log: write, info: write, warn: write, error: write, debug: write, trace: write })
    try {
      quietConsole(logger)
      const { SessionRecord } = require('libsignal/src/session_record.js') as { SessionRecord?: unknown }
      const Record = (SessionRecord ?? require('libsignal/src/session_record.js')) as {
        prototype: { closeSession(session: object): void }
      }
      const session = { indexInfo: { closed: -1 }, currentRatchet: { rootKey: 'ROOT-KEY-CANARY' } }
      Record.prototype.closeSession.call({ isClosed: () => false }, session)
      // biome-ignore lint/suspicious/noConsole: the console is what is tested
      globalThis.console.info('a line of somebody else')
    } finally {
      Object.assign(console, kept)
    }
    expect(printed.lines).toEqual(['["a line of somebody else"]'])
    expect(logged.lines).toHaveLength(1)
    expect(logged.lines.join()).toContain('Closing session')
    expect(logged.lines.join()).not.toContain('CANARY')
  })

  it('wraps a console once', () => {
    const { lines, write } = createRecorder()
    const target = { log: write, info: write, warn: write, error: write, debug: write, trace: write }
    const logger: Logger = { debug: write, info: write, warn: write, error: write }
    quietConsole(logger, target, () => true)
    quietConsole(logger, target, () => true)
    target.error('Session error: Bad MAC', { secret: 1 })
    expect(lines).toEqual(['[{"level":"error","parts":2},"encryption library: Session error"]'])
  })
})
