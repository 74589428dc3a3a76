import { hostname, networkInterfaces } from 'node:os'
import { describe, expect, it } from '@jest/globals'
import { isHostAllowed, originAllowed } from './origin.js'

describe('the origin of a page', () => {
  it.each([
    ['https://desk.example', 'https://desk.example', true],
    ['https://desk.example', 'https://desk.example:8443', false],
    ['https://desk.example', 'http://desk.example', false],
    ['https://desk.example', 'https://evil.example', false],
    ['https://desk.example', 'http://localhost:5173', false],
    ['https://desk.example', 'null', false],
    ['https://desk.example', '', false],
    ['http://127.0.0.1:8080', 'http://localhost:8080', true],
    ['http://127.0.0.1:8080', 'http://localhost:5173', true],
    ['http://127.0.0.1:8080', 'http://[::1]:5173', true],
    ['http://127.0.0.1:8080', 'http://evil.example:8080', false],
    ['http://127.0.0.1:8080', 'http://127.0.0.1.evil.example:8080', false],
    ['http://0.0.0.0:8080', 'http://localhost:8080', true],
    ['http://0.0.0.0:8080', `http://${hostname()}:8080`, true],
    ['http://[::]:8080', 'http://evil.example:8080', false],
  ])('of %s: %s is allowed: %s', (publicUrl, origin, allowed) => {
    expect(originAllowed(origin, publicUrl)).toBe(allowed)
  })

  it('may be any address of the machine if the server listens on all', () => {
    for (const { address, family } of Object.values(networkInterfaces()).flatMap((all) => all ?? [])) {
      const host = family === 'IPv6' ? `[${address}]` : address
      expect(originAllowed(`http://${host}:8080`, 'http://0.0.0.0:8080')).toBe(true)
    }
  })

  it.each([
    ['http://127.0.0.1:8080', 'localhost:8080', true],
    ['http://127.0.0.1:8080', 'evil.example:8080', false],
    ['http://0.0.0.0:8080', 'evil.example', false],
    ['http://127.0.0.1:8080', undefined, false],
    ['https://desk.example', 'guiche:8080', true],
  ])('of %s: the Host header %s is allowed: %s', (publicUrl, host, meant) => {
    expect(isHostAllowed(host, publicUrl)).toBe(meant)
  })

  it('may be absent, because programs send none', () =>
    expect(originAllowed(undefined, 'https://desk.example')).toBe(true))
})
