import { describe, expect, it } from '@jest/globals'
import { csvLine, csvReply } from './csv.js'

describe('csv', () => {
  it('separates by semicolons and quotes what needs it', () => {
    expect(csvLine(['a', 1, true, null, 'b;c', 'say "x"', 'two\nlines'])).toBe(
      'a;1;true;;"b;c";"say ""x""";"two\nlines"\r\n',
    )
  })

  it.each(['=1+1', '+55 11 9', '-2', '@sum', '\t=1', '\r=1', '\n=1', ' =cmd|x', '＝1', '＠x'])(
    'makes a text of %j, which a spreadsheet would execute',
    (text) => {
      expect(csvLine([text])).toBe(`"'${text}"\r\n`)
    },
  )

  it('leaves negative numbers as they are', () => {
    expect(csvLine([-5, 'x-1'])).toBe('-5;x-1\r\n')
  })

  it('streams rows as they come, and fails when reading them fails', async () => {
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

it('a long file lets others in while it is read', async () => {
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
