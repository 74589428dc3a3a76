import { afterEach, describe, expect, it, jest } from '@jest/globals'
import { readJsonBody } from './json.js'

const readText = (text: string | Uint8Array) => readJsonBody(Buffer.from(text))

describe('a JSON body', () => {
  afterEach(() => {
    jest.restoreAllMocks()
  })

  it.each([
    ['{"a":[1,"b",null]}', { a: [1, 'b', null] }],
    ['[]', []],
    ['\ufeff{"a":1}', { a: 1 }],
    ['{"a":"\\ud83d\\ude00"}', { a: '😀' }],
    ['{"a":"😀\\u0001"}', { a: '😀\u0001' }],
    // escaped backslashes in a string
    ['{"a":"\\\\u0000 \\\\ud83d"}', { a: '\\u0000 \\ud83d' }],
    ['{"a":"\\\\\\\\u0000"}', { a: '\\\\u0000' }],
    // strings and names that only resemble fields of a prototype
    ['{"a":"__proto__","b":",\\"constructor\\":"}', { a: '__proto__', b: ',"constructor":' }],
    ['{"a":["prototype"],"constructors":1}', { a: ['prototype'], constructors: 1 }],
  ])('is read: %j', (text, value) => expect(readText(text)).toEqual({ ok: true, value }))

  it.each([
    ['{'],
    ['"text"'],
    ['7'],
    ['null'],
    ['{"a":"\0"}'],
    ['{"a":"\\u0000"}'],
    ['{"a":"\\\\\\u0000"}'],
    ['{"a":["\\uD83D"]}'],
    ['{"a":"\\ude00\\ud83d"}'],
    ['{"a":"\\ud83d😀"}'],
    ['{"a\\u0000":1}'],
    ['{"__proto__":{"name":"x"}}'],
    ['{"a":1,"__proto__":null}'],
    ['{"a":[{"b":{"constructor":1}}]}'],
    ['[[{"prototype" : []}]]'],
    ['{"\\u005f_proto__":1}'],
    ['{"a":"\\\\","constructor":1}'],
    [`${'['.repeat(200_000)}${']'.repeat(200_000)}`],
  ])('is refused: %.30j', (text) => {
    expect(readText(text)).toMatchObject({
      ok: false,
      error: { code: 'ERR_VALIDATION', details: { field: 'body' } },
    })
  })

  it('has no half surrogate pair from its bytes', () => {
    const bytes = Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xed, 0xa0, 0xbd]), Buffer.from('"}')])
    expect(readText(bytes)).toEqual({ ok: true, value: { a: '\ufffd\ufffd\ufffd' } })
  })

  it('is parsed without a callback for each value', () => {
    const parse = jest.spyOn(JSON, 'parse')
    const stringify = jest.spyOn(JSON, 'stringify')
    readText('["\\ud83d\\ude00",0,0]')
    expect(parse.mock.calls).toEqual([['["\\ud83d\\ude00",0,0]']])
    expect(stringify.mock.calls).toEqual([[['😀', 0, 0]]])
  })
})
