import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

/** A received mail: its envelope and the lines of its content. */
export interface ReceivedMail {
  readonly from: string
  readonly to: readonly string[]
  readonly content: string
}

/**
 * A mail server on a free port, without TLS. `answer` may replace the positive answer to a command; null
 * sends no answer. Only for tests.
 */
export const startMailServer = async (
  answer: (command: string) => string | null | undefined = () => undefined,
) => {
  const arrived: ReceivedMail[] = []
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
    socket.on('error', () => undefined)
    let [buffer, content, inData] = ['', '', false]
    let [from, to]: [string, string[]] = ['', []]
    const say = (command: string, usual: string): void => {
      const said = answer(command)
      if (said !== null) socket.write(`${said ?? usual}\r\n`)
    }
    const line = (text: string): void => {
      if (inData) {
        if (text !== '.') {
          content += `${text}\n`
          return
        }
        inData = false
        arrived.push({ from, to, content })
        return say('.', '250 kept')
      }
      const command = text.toUpperCase()
      if (command.startsWith('MAIL FROM')) from = text
      if (command.startsWith('RCPT TO')) to.push(text)
      if (command.startsWith('DATA')) {
        ;[inData, content] = [true, '']
        return say(command, '354 go on')
      }
      if (command.startsWith('QUIT')) return void socket.end('221 bye\r\n')
      if (command.startsWith('MAIL')) to = []
      say(command, command === 'STARTTLS' ? '502 no' : '250 yes')
    }
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      buffer += chunk
      for (let end = buffer.indexOf('\r\n'); end >= 0; end = buffer.indexOf('\r\n')) {
        const text = buffer.slice(0, end)
        buffer = buffer.slice(end + 2)
        line(text)
      }
    })
    say('greeting', '220 hello')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    arrived,
    close: async (): Promise<void> => {
      for (const socket of open) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
