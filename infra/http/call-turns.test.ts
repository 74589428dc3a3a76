import { EventEmitter } from 'node:events'
import { PassThrough } from 'node:stream'
import { setImmediate as nextRound } from 'node:timers/promises'
import { ok } from '@guiche/contracts/result.js'
import { expect, it } from '@jest/globals'
import type { Response } from 'express'
import { type CallKind, createCallTurns } from './call-turns.js'
import type { Answer } from './route.js'

/** The response object of a waiting caller. */
const waitingResponse = () => Object.assign(new EventEmitter(), { destroyed: false }) as never as Response

/** The query of a turn starts one round of the event loop later. */
const passTurn = async (): Promise<void> => {
  for (let n = 0; n < 4; n++) await nextRound()
}

/** Calls that the test ends. Gives the names of started calls, in order. */
const givenCalls = (kind: CallKind) => {
  const turns = createCallTurns()(kind)
  const begun: string[] = []
  const ends = new Map<string, (answer: Answer) => void>()
  const ask = (companyId: number, userId: number, name: string, response = waitingResponse()) =>
    turns({ companyId, userId }, response, () => {
      begun.push(name)
      return new Promise((resolve) => ends.set(name, resolve))
    })
  const end = async (name: string, answer: Answer = ok({})): Promise<void> => {
    ends.get(name)?.(answer)
    await passTurn()
  }
  return { ask, end, begun }
}
const indexesTo = (count: number) => Array.from({ length: count }, (_, n) => n)

it.each(['query', 'command'] as const)(
  'who gives a thousand calls (%s) at once has six under way, and keeps nobody else waiting',
  async (kind) => {
    const { ask, end, begun } = givenCalls(kind)
    for (const n of indexesTo(1000)) void ask(1, 11, `flood ${n}`)
    void ask(1, 12, 'colleague')
    void ask(2, 21, 'other company')
    await passTurn()
    expect(begun).toEqual([...indexesTo(6).map((n) => `flood ${n}`), 'colleague', 'other company'])
    await end('flood 3')
    expect(begun.at(-1)).toBe('flood 6')
  },
)

it('a company has at most 24 running calls', async () => {
  const { ask, begun } = givenCalls('query')
  for (const n of indexesTo(60)) void ask(1, n + 1, `of 1: ${n}`)
  void ask(2, 100, 'of 2')
  await passTurn()
  expect(begun).toEqual([...indexesTo(24).map((n) => `of 1: ${n}`), 'of 2'])
})

it('a query of a disconnected caller is skipped, but a command is done', async () => {
  const commands = givenCalls('command')
  const left = Object.assign(waitingResponse(), { destroyed: true })
  void commands.ask(1, 1, 'command', left)
  await passTurn()
  expect(commands.begun).toEqual(['command'])
  const { ask, end, begun } = givenCalls('query')
  for (const n of indexesTo(6)) void ask(1, 1, `${n}`)
  const gone = waitingResponse()
  const asked = ask(1, 1, 'gone', gone)
  Object.assign(gone, { destroyed: true })
  await passTurn()
  await end('0')
  expect(await asked).toBeNull()
  expect(begun).not.toContain('gone')
})

it('a program of a connection has turns of its own, beside those of the user with the same id', async () => {
  const turns = createCallTurns()('command')
  const begun: string[] = []
  const never = (name: string) => () => {
    begun.push(name)
    return new Promise<Answer>(() => undefined)
  }
  for (const _n of indexesTo(6))
    void turns({ companyId: 1, connectionId: 7 }, waitingResponse(), never('program'))
  void turns({ companyId: 1, connectionId: 7 }, waitingResponse(), never('program'))
  void turns({ companyId: 1, userId: 7 }, waitingResponse(), never('user'))
  await passTurn()
  expect(begun).toEqual([...Array(6).fill('program'), 'user'])
})

it('the turn of a CSV file lasts until the file is sent or its reader disconnects', async () => {
  const { ask, end, begun } = givenCalls('csv')
  const [sent, left] = [new PassThrough(), new PassThrough()]
  void ask(1, 1, 'first')
  void ask(1, 1, 'second')
  void ask(1, 1, 'third')
  await passTurn()
  await end('first', ok({ stream: sent }))
  expect(begun).toEqual(['first'])
  sent.resume().end()
  await passTurn()
  expect(begun).toEqual(['first', 'second'])
  await end('second', ok({ stream: left }))
  left.destroy()
  await passTurn()
  expect(begun).toEqual(['first', 'second', 'third'])
  const response = waitingResponse()
  void ask(2, 2, 'never sent', response)
  void ask(2, 2, 'after it')
  await passTurn()
  await end('never sent', ok({ stream: new PassThrough() }))
  response.emit('close')
  await passTurn()
  expect(begun.at(-1)).toBe('after it')
})

it('new requests are read between two queries', async () => {
  const turns = createCallTurns()('csv')
  const done: string[] = []
  const asked = ['one', 'two'].map((name) =>
    turns({ companyId: 1, userId: 1 }, waitingResponse(), async () => {
      done.push(name)
      setImmediate(() => done.push(`what came during ${name}`))
      return ok({})
    }),
  )
  await Promise.all(asked)
  expect(done.slice(0, 3)).toEqual(['one', 'what came during one', 'two'])
})

it('a failed query passes its turn to the next one', async () => {
  const turns = createCallTurns()('csv')
  const asker = { companyId: 1, userId: 1 }
  const response = waitingResponse()
  const failing = turns(asker, response, () => Promise.reject(new Error('broken')))
  await expect(failing).rejects.toThrow('broken')
  expect(await turns(asker, response, async () => ok({ body: 1 }))).toEqual(ok({ body: 1 }))
})
