import { describe, expect, it } from '@jest/globals'
import { link, linkKind } from './link.js'

const CODE = 'a-b_c1D2e3F'
const [video, web] = [link({ to: 'video' }), link({ to: 'web' })]
const isRefused = (field: typeof video | typeof web, said: string) =>
  linkKind.fits?.(field, said, '', '') === false

describe('a link to a video', () => {
  it.each([
    CODE,
    ` ${CODE} `,
    `https://www.youtube.com/watch?v=${CODE}`,
    `https://m.youtube.com/watch?app=desktop&v=${CODE}&t=42s`,
    `https://youtu.be/${CODE}?si=xyz`,
    `youtube.com/shorts/${CODE}`,
    `https://www.youtube.com/live/${CODE}?feature=share`,
    `https://www.youtube-nocookie.com/embed/${CODE}`,
  ])('keeps the code of %s', (said) => {
    expect(isRefused(video, said)).toBe(false)
    expect(linkKind.kept?.(video, said, '')).toBe(CODE)
  })

  it.each([
    'curto',
    `${CODE}x`,
    `https://evil.example/${CODE}`,
    `https://youtube.com.evil.example/watch?v=${CODE}`,
    `javascript:alert('${CODE}')`,
    `https://www.youtube.com/watch?list=${CODE}`,
    `"><script>${CODE}`,
  ])('refuses %s', (said) => {
    expect(isRefused(video, said)).toBe(true)
  })
})

describe('a link to the web', () => {
  it.each(['', 'https://exemplo.test/ajuda?a=1#b', 'HTTP://exemplo.test'])('accepts "%s"', (said) => {
    expect(isRefused(web, said)).toBe(false)
  })

  it.each([
    'exemplo.test',
    'javascript:alert(1)',
    'data:text/html,x',
    'https://a b',
    'https://',
    'https://a"onclick=x',
    'ftp://exemplo.test',
  ])('refuses %s', (said) => {
    expect(isRefused(web, said)).toBe(true)
  })
})
