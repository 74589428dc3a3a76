import { setImmediate as nextRound } from 'node:timers/promises'
import type { ApiCaller, Caller } from '@guiche/contracts/permissions.js'
import type { Response } from 'express'
import { createTurns } from '../turns.js'
import type { Answer } from './route.js'

/** What a caller waits for. */
type Waiting = Pick<Response, 'destroyed' | 'once'>

type Asker = Pick<Caller, 'companyId' | 'userId'> | Pick<ApiCaller, 'companyId' | 'connectionId'>

/** `csv`: a query that is answered with a CSV file. */
export type CallKind = 'query' | 'csv' | 'command'

/**
 * Answers a call in its caller's turn. Null for a query whose caller has gone meanwhile: nothing is read for nobody. A
 * command is done nevertheless.
 */
export type CallTurns = (
  caller: Asker,
  response: Waiting,
  handle: () => Promise<Answer>,
) => Promise<Answer | null>

interface Most {
  readonly ofUser: number
  readonly ofCompany: number
}
/**
 * Queries under way at once. A browser asks six things at once; a search that takes long must not stop a whole office.
 */
const QUERIES: Most = { ofUser: 6, ofCompany: 24 }
/** Commands under way at once. A browser that was offline sends what waited; a program sends many at once. */
const COMMANDS: Most = QUERIES
/** A CSV file is read for as long as it is sent, so it takes more than any other answer. */
const FILES: Most = { ofUser: 1, ofCompany: 2 }

const limited = ({ ofUser, ofCompany }: Most) => {
  const companies = createTurns({ atOnce: Number.POSITIVE_INFINITY, perCompany: ofCompany })
  // turns tell users apart as they tell companies apart: by their ids; a connection's program is below zero
  const users = createTurns({ atOnce: Number.POSITIVE_INFINITY, perCompany: ofUser })
  return (asker: Asker, task: () => Promise<void>) => {
    const id = 'userId' in asker ? asker.userId : -asker.connectionId
    const { companyId } = asker
    return users({ companyId: id, later: false }, () => companies({ companyId, later: false }, task))
  }
}

/** A reader that has stopped reading costs nothing more and keeps nobody waiting for longer, in ms. */
const LONGEST_TURN_MS = 30_000

/** Until the file is sent, what it was to be sent by has ended otherwise, or its reader is slow. */
const untilSent = (answer: Answer, response: Waiting): Promise<void> =>
  new Promise((resolve) => {
    const stream = answer.ok ? answer.value.stream : undefined
    if (stream === undefined || stream.destroyed || response.destroyed) return resolve()
    const timer = setTimeout(resolve, LONGEST_TURN_MS)
    for (const sent of [stream, response]) {
      sent.once('close', () => {
        clearTimeout(timer)
        resolve()
      })
    }
  })

/**
 * Turns of the calls of this process, which share one thread: without turns, one company's thousand parallel requests
 * would delay everybody else. The turn of a CSV file lasts until the file is sent, or its reader has gone or is slow.
 */
export const createCallTurns = (): ((kind: CallKind) => CallTurns) => {
  const turns = { query: limited(QUERIES), csv: limited(FILES), command: limited(COMMANDS) }
  return (kind) => (caller, response, handle) =>
    new Promise((resolve, reject) => {
      const task = async (): Promise<void> => {
        // without a pause each end would begin the next at once, and new requests would wait until all had ended
        await nextRound()
        const answer = response.destroyed && kind !== 'command' ? null : await handle()
        resolve(answer)
        if (kind === 'csv' && answer !== null) await untilSent(answer, response)
      }
      turns[kind](caller, task).catch(reject)
    })
}
