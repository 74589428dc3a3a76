import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import { checkSchema } from '@guiche/contracts/schema.js'
import { reasonOf } from '@guiche/infra/sqlite/worker.js'
import { Type } from '@sinclair/typebox'
import type { Logger } from 'pino'

/** A longer path is no address of a socket (`sun_path` of Linux and macOS). */
const MAX_PATH = 103
const MAX_BYTES = 4096
const Request = Type.Array(Type.String({ maxLength: 300 }), { maxItems: 5 })
const Answer = Type.Union([
  Type.Object({ ok: Type.Literal(true), value: Type.Array(Type.String()) }),
  Type.Object({ ok: Type.Literal(false), error: Type.String() }),
])

export type AnswerCommand = (args: readonly string[]) => Promise<Result<readonly string[], string>>

const pathOf = (dir: string): string => join(dir, 'control.sock')

const readRequest = async (socket: Socket): Promise<readonly string[] | null> => {
  let sent = ''
  for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
    sent += String(chunk)
    if (sent.length > MAX_BYTES) return null
    if (sent.endsWith('\n')) break
  }
  try {
    const parsed = checkSchema(Request, JSON.parse(sent))
    return parsed.ok ? parsed.value : null
  } catch {
    return null
  }
}

/**
 * Answers the operator's commands over a socket in the data folder, while the product runs. Only the product's user may
 * open that folder, so every caller owns the data anyway. Only the holder of the folder's lock may call this function.
 */
export const openControl = async (dir: string, answer: AnswerCommand, logger: Logger) => {
  const path = pathOf(dir)
  if (path.length > MAX_PATH) {
    logger.warn(
      { path },
      'npm run admin needs a stopped process here: the path of DATA_DIR is too long for a socket',
    )
    return { close: async () => {} }
  }
  const respond = async (socket: Socket): Promise<void> => {
    const args = await readRequest(socket)
    const answered = args === null ? err('not a command') : await answer(args)
    // Arguments may be e-mails of people, so only the first word is logged.
    logger.info({ command: args?.[0], done: answered.ok }, 'a command of the operator')
    socket.end(JSON.stringify(answered))
  }
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
    socket.on('error', () => undefined)
    respond(socket).catch((failure: unknown) => {
      logger.warn({ err: failure }, 'a command of the operator failed')
      socket.end(JSON.stringify(err(reasonOf(failure))))
    })
  })
  rmSync(path, { force: true })
  server.listen(path)
  await once(server, 'listening')
  server.unref()
  return {
    close: async (): Promise<void> => {
      const closed = once(server, 'close')
      server.close()
      for (const socket of open) socket.destroy()
      await closed
    },
  }
}

/** Asks the process that runs on the data folder. An error is a sentence for the operator. */
export const askRunning = async (
  dir: string,
  args: readonly string[],
): Promise<Result<readonly string[], string>> => {
  const socket = connect(pathOf(dir))
  try {
    await once(socket, 'connect')
    socket.write(`${JSON.stringify(args)}\n`)
    const answered = checkSchema(Answer, JSON.parse(await text(socket)))
    if (!answered.ok) return err('the running Guichê gave no answer')
    return answered.value.ok ? ok(answered.value.value) : err(answered.value.error)
  } catch (failure) {
    return err(
      `${dir} is in use by a Guichê that cannot be asked (${reasonOf(failure)}); stop it and try again`,
    )
  } finally {
    socket.destroy()
  }
}
