import { describe, expect, it } from '@jest/globals'
import { csvLine, csvReply } from './csv.js'

describe('a CSV file', () => {
  it('separates by semicolons and quotes fields if necessary', () => {
    expect(csvLine(['a', 1, true, null, 'b;c', 'say "x"', 'two\nlines'])).toBe(
      'a;1;true;;"b;c";"say ""x""";"two\nlines"\r\n',
    )
  })

  it.each(['=1+1', '+55 11 9', '-2', '@sum', '\t=1', '\r=1', '\n=1', ' =cmd|x', '＝1', '＠x'])(
    'writes %j as text, because a spreadsheet would execute it',
    (text) => {
      expect(csvLine([text])).toBe(`"'${text}"\r\n`)
    },
  )

  it('leaves negative numbers as they are', () => {
    expect(csvLine([-5, 'x-1'])).toBe('-5;x-1\r\n')
  })

  it('streams rows as they are read, and fails if reading fails', async () => {
    const rows = async function* () {
      yield ['Ação', 1]
      throw new Error('the store went away')
    }
    const reply = csvReply('audit.csv', rows())
    expect(reply.headers['Content-Disposition']).toBe('attachment; filename="audit.csv"')
    const read: string[] = []
    await expect(
      (async () => {
        for await (const chunk of reply.stream) read.push(String(chunk))
      })(),
    ).rejects.toThrow('the store went away')
    expect(read).toEqual(['\uFEFF', 'Ação;1\r\n'])
  })
})

it('other work runs while a long file is written', async () => {
  const most = 100_000
  let [read, readThen] = [0, most]
  const rows = async function* () {
    for (; read < most; read++) yield ['uma linha', read]
  }
  const { stream } = csvReply('a.csv', rows())
  setImmediate(() => {
    readThen = read
  })
  for await (const _line of stream) if (readThen < most) break
  expect(readThen).toBeLessThan(most)
})
