import { describe, expect, it } from '@jest/globals'
import { createCookies } from './cookies.js'

describe('rule 7: cookies', () => {
  it('are HttpOnly and SameSite, each on its own path', () => {
    const { set, clear } = createCookies('http://127.0.0.1:8080')
    for (const cookie of [...set('r', 'a'), ...clear()]) {
      expect(cookie).toMatch(/; HttpOnly/)
      expect(cookie).toMatch(/; SameSite=Strict/)
      expect(cookie).not.toMatch(/; Secure/)
    }
    expect(set('r', 'a').map((cookie) => /^(\w+)=.*Path=([^;]+)/.exec(cookie)?.slice(1))).toEqual([
      ['jrt', '/api/auth'],
      ['media', '/api/public'],
    ])
  })

  it('lead super users, and nobody else, to the simulator', () => {
    const paths = (cookies: readonly string[]) => cookies.map((cookie) => /Path=([^;]+)/.exec(cookie)?.[1])
    const { set, clear } = createCookies('http://127.0.0.1:8080', true)
    expect(paths(set('r', 'a', true))).toEqual(['/api/auth', '/api/public', '/simulator'])
    expect(paths(set('r', 'a', false))).toEqual(['/api/auth', '/api/public'])
    expect(paths(clear())).toContain('/simulator')
    expect(paths(createCookies('http://127.0.0.1:8080').set('r', 'a', true))).not.toContain('/simulator')
  })

  it('are Secure where the product is reached by https', () => {
    const { set, clear } = createCookies('https://desk.example')
    for (const cookie of [...set('r', 'a'), ...clear()]) expect(cookie).toMatch(/; Secure/)
  })
})
