import { setImmediate as nextRound } from 'node:timers/promises'
import type { ApiCaller, Caller } from '@guiche/contracts/users/permissions.js'
import type { Response } from 'express'
import { createTurns } from '../turns.js'
import type { Answer } from './route.js'

/** The response that a caller waits for. */
type WaitingResponse = Pick<Response, 'destroyed' | 'once'>

type Asker = Pick<Caller, 'companyId' | 'userId'> | Pick<ApiCaller, 'companyId' | 'connectionId'>

/** `csv`: a query whose answer is a CSV file. */
export type CallKind = 'query' | 'csv' | 'command'

/**
 * Answers a call in its caller's turn. Null for a query whose caller has disconnected: the query is not run.
 * A command runs nevertheless.
 */
export type CallTurns = (
  caller: Asker,
  response: WaitingResponse,
  handle: () => Promise<Answer>,
) => Promise<Answer | null>

interface TurnLimits {
  readonly ofUser: number
  readonly ofCompany: number
}
/**
 * Maximum of concurrent queries. A browser sends six at once; slow searches must not stop a whole company.
 */
const QUERIES: TurnLimits = { ofUser: 6, ofCompany: 24 }
/**
 * Maximum of concurrent commands. A browser that was offline sends its backlog; a program sends many at once.
 */
const COMMANDS: TurnLimits = QUERIES
/**
 * Maximum of concurrent CSV files. Reading takes as long as sending, so a file costs more than any other
 * answer.
 */
const FILES: TurnLimits = { ofUser: 1, ofCompany: 2 }

const createLimiter = ({ ofUser, ofCompany }: TurnLimits) => {
  const companies = createTurns({ atOnce: Number.POSITIVE_INFINITY, perCompany: ofCompany })
  // These turns are by user: ids of users replace ids of companies, and ids of programs are negative.
  const users = createTurns({ atOnce: Number.POSITIVE_INFINITY, perCompany: ofUser })
  return (asker: Asker, task: () => Promise<void>) => {
    const id = 'userId' in asker ? asker.userId : -asker.connectionId
    const { companyId } = asker
    return users({ companyId: id, later: false }, () => companies({ companyId, later: false }, task))
  }
}

/** A slow reader of a file loses its turn after this time, in ms. A reader that has stopped needs no more work. */
const LONGEST_TURN_MS = 30_000

/** Resolves when the file is sent, when its stream or connection ends, or when its reader is slow. */
const untilSent = (answer: Answer, response: WaitingResponse): Promise<void> =>
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
 * Turns for calls of this process, which share one thread. Without turns, one company's thousand parallel
 * requests would delay all others. A CSV file keeps its turn until it is sent, or its reader has disconnected
 * or is slow.
 */
export const createCallTurns = (): ((kind: CallKind) => CallTurns) => {
  const turns = { query: createLimiter(QUERIES), csv: createLimiter(FILES), command: createLimiter(COMMANDS) }
  return (kind) => (caller, response, handle) =>
    new Promise((resolve, reject) => {
      const task = async (): Promise<void> => {
        // Without a pause the end of each call would start the next one at once. New requests would wait for all of them.
        await nextRound()
        const answer = response.destroyed && kind !== 'command' ? null : await handle()
        resolve(answer)
        if (kind === 'csv' && answer !== null) await untilSent(answer, response)
      }
      turns[kind](caller, task).catch(reject)
    })
}
