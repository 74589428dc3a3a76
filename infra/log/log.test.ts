import { describe, expect, it } from '@jest/globals'
import { createLogger, redactValue } from './log.js'

const loggedLine = (fields: object, pretty = false): string => {
  let output = ''
  const destination = {
    write: (line: string) => {
      output += line
    },
  }
  createLogger({ level: 'debug', pretty, name: 'test', destination }).info(fields, 'a message')
  return output
}

describe('the logger', () => {
  it('writes one JSON line with name, level and fields', () => {
    expect(JSON.parse(loggedLine({ ticketId: 3, nested: { list: [1, { a: 'b' }] } }))).toMatchObject({
      level: 30,
      name: 'test',
      msg: 'a message',
      ticketId: 3,
      nested: { list: [1, { a: 'b' }] },
    })
  })

  it.each([
    'token',
    'accessToken',
    'refresh_token',
    'turnstileToken',
    'password',
    'newPassword',
    'passwordHash',
    'PASSWORD',
    'authorization',
    'Authorization',
    'cookie',
    'cookies',
    'set-cookie',
    'Set-Cookie',
    'secret',
    'secretKey',
    'clientSecret',
    'apiKey',
    'api_key',
    'x-api-key',
    'privateKey',
    'key',
    'keys',
    'keyData',
    'creds',
    'credentials',
    'qr',
    'qrcode',
    'qrCode',
    'pairingCode',
  ])('hides values of a field %s, at any depth', (field) => {
    for (const fields of [
      { [field]: 'canary' },
      { request: { headers: { [field]: 'canary' } } },
      { list: [{ [field]: ['canary'] }] },
      { err: Object.assign(new Error('failed'), { config: { [field]: 'canary' } }) },
    ]) {
      expect(loggedLine(fields)).not.toContain('canary')
      expect(loggedLine(fields)).toContain('[hidden]')
      expect(loggedLine(fields, true)).not.toContain('canary')
    }
  })

  it('shows fields with merely similar names', () => {
    const fields = { keyword: 'a', tokens: 7, position: 'b', monkey: 'c' }
    expect(redactValue(fields)).toEqual(fields)
  })

  it('keeps message, stack and code of an error', () => {
    const { err } = JSON.parse(loggedLine({ err: Object.assign(new Error('failed'), { code: 'ENOENT' }) }))
    expect(err).toMatchObject({
      name: 'Error',
      message: 'failed',
      code: 'ENOENT',
      stack: expect.stringContaining('log.test'),
    })
  })

  it('shows class instances by name alone, and shortens bytes', () => {
    class Session {
      readonly hidden = 'canary'
    }
    expect(
      redactValue({ session: new Session(), bytes: Buffer.from('canary'), at: new Date(0), none: null }),
    ).toEqual({
      session: '[Session]',
      bytes: '[6 bytes]',
      at: '1970-01-01T00:00:00.000Z',
      none: null,
    })
  })

  it('ends on a circular object', () => {
    const circle: Record<string, unknown> = { a: 1 }
    circle.self = circle
    expect(loggedLine({ circle })).toContain('[deep]')
  })

  it('writes readable text in pretty mode', () => {
    expect(loggedLine({ ticketId: 3 }, true)).toMatch(/INFO.*a message[\s\S]*ticketId/)
  })

  it('leaves out what is below its level', () => {
    const lines: string[] = []
    const logger = createLogger({
      level: 'warn',
      pretty: false,
      name: 'test',
      destination: { write: (line) => void lines.push(line) },
    })
    logger.info('quiet')
    logger.warn('loud')
    expect(lines).toHaveLength(1)
  })
})
