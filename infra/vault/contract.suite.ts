import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { Vault } from './vault.js'

/** The contract of every vault. `make` gives a vault; the suite uses its own keys. */
export const vaultContract = (
  name: string,
  make: () => Promise<{
    vault: Vault
    /** number of rows or documents in the engine */
    kept(): Promise<number>
    close(): Promise<void>
  }>,
): void => {
  describe(`vault: ${name}`, () => {
    let vault: Vault
    let close: () => Promise<void>
    let kept: () => Promise<number>
    let prefix = ''
    beforeAll(async () => {
      ;({ vault, kept, close } = await make())
    })
    afterAll(() => close())
    beforeEach(() => {
      prefix = `test/${randomUUID()}/`
    })

    const key = (name: string) => prefix + name
    const put = (name: string, value: string | null, expected?: number) => ({
      key: key(name),
      value: value === null ? null : Buffer.from(value),
      ...(expected === undefined ? {} : { expected }),
    })
    const read = async (name: string) => {
      const entry = (await vault.getMany([key(name)])).get(key(name))
      return entry && { value: entry.value.toString(), epoch: entry.epoch }
    }

    it('gives back values byte by byte, with epochs from 1 on', async () => {
      const values = [Buffer.alloc(0), Buffer.from([0, 255, 0]), randomBytes(100_000)]
      await vault.commit(values.map((value, n) => ({ key: key(`${n}`), value })))
      const found = await vault.getMany([key('0'), key('1'), key('2'), key('absent')])
      expect(found.size).toBe(3)
      values.forEach((value, n) => {
        expect(found.get(key(`${n}`))).toEqual({ value, epoch: 1 })
      })
    })

    it('counts the writes of each key', async () => {
      await vault.commit([put('a', 'one'), put('b', 'one')])
      await vault.commit([put('a', 'two')])
      expect([await read('a'), await read('b')]).toEqual([
        { value: 'two', epoch: 2 },
        { value: 'one', epoch: 1 },
      ])
    })

    it('takes more than a thousand keys at once', async () => {
      const names = Array.from({ length: 1200 }, (_, n) => `${n}`)
      await vault.commit(names.map((name) => put(name, `value ${name}`)))
      const found = await vault.getMany(names.map(key))
      expect(found.size).toBe(1200)
      expect(found.get(key('1199'))?.value.toString()).toBe('value 1199')
    })

    it('removes an entry whole: it comes back as a new one, and what was read before can no longer be written', async () => {
      await vault.commit([put('a', 'first')])
      await vault.commit([put('a', 'second')])
      await vault.commit([put('a', null)])
      expect(await read('a')).toBeUndefined()
      expect(await vault.commit([put('a', 'late', 2)])).toBe('fenced')
      expect(await vault.commit([put('a', 'third', 0)])).toBe('committed')
      expect(await read('a')).toEqual({ value: 'third', epoch: 1 })
      await vault.commit([put('a', null, 1)])
      expect(await vault.commit([put('a', null)])).toBe('committed')
      expect(await read('a')).toBeUndefined()
    })

    it('keeps nothing of ten thousand entries that came and went', async () => {
      await vault.commit([put('stays', 'x')])
      const before = await kept()
      const fence = { key: key('stays'), epoch: 1 }
      for (let page = 0; page < 10; page++) {
        const names = Array.from({ length: 1000 }, (_, n) => `in/${page}/${n}`)
        await vault.commit(
          names.map((name) => put(name, name)),
          fence,
        )
        if (page % 2 === 0)
          await vault.commit(
            names.map((name) => put(name, null)),
            fence,
          )
      }
      await vault.removeAll(key('in/1/'), fence)
      await vault.removeAll(key('in/'))
      expect(await kept()).toBe(before)
    })

    describe('expectations and fences', () => {
      it('write only when absent with 0', async () => {
        expect(await vault.commit([put('a', 'one', 0)])).toBe('committed')
        expect(await vault.commit([put('a', 'two', 0)])).toBe('fenced')
        expect(await read('a')).toEqual({ value: 'one', epoch: 1 })
      })

      it('write only at the epoch that was read', async () => {
        await vault.commit([put('a', 'one')])
        expect(await vault.commit([put('a', 'two', 1)])).toBe('committed')
        expect(await vault.commit([put('a', 'three', 1)])).toBe('fenced')
        expect(await vault.commit([put('absent', 'x', 3)])).toBe('fenced')
        expect(await read('a')).toEqual({ value: 'two', epoch: 2 })
      })

      it('write all or nothing', async () => {
        await vault.commit([put('a', 'one')])
        expect(await vault.commit([put('b', 'new'), put('a', 'two', 7), put('c', 'new')])).toBe('fenced')
        expect(await vault.list(prefix)).toEqual([key('a')])
      })

      it('write only while the fence holds', async () => {
        await vault.commit([put('lease', 'me')])
        const fence = { key: key('lease'), epoch: 1 }
        expect(await vault.commit([put('a', 'one')], fence)).toBe('committed')
        await vault.commit([put('lease', 'another')])
        expect(await vault.commit([put('a', 'two')], fence)).toBe('fenced')
        expect(await vault.removeAll(key('a'), fence)).toBe('fenced')
        expect(await read('a')).toEqual({ value: 'one', epoch: 1 })
      })

      it('let one of twenty claims win', async () => {
        const results = await Promise.all(
          Array.from({ length: 20 }, (_, n) => vault.commit([put('lease', `${n}`, 0)])),
        )
        expect(results.filter((result) => result === 'committed')).toHaveLength(1)
        expect((await read('lease'))?.value).toBe(`${results.indexOf('committed')}`)
      })

      it('a fence on an entry that is gone holds for nobody', async () => {
        await vault.commit([put('lease', 'me')])
        await vault.commit([put('lease', null)])
        for (const epoch of [0, 1, 2]) {
          expect(await vault.commit([put('b', 'x')], { key: key('lease'), epoch })).toBe('fenced')
        }
      })
    })

    describe('prefixes', () => {
      beforeEach(() => vault.commit(['b/2', 'a/1', 'b/1', 'b', 'ba', 'b%'].map((name) => put(name, name))))

      it('list keys, sorted', async () => {
        expect(await vault.list(key('b/'))).toEqual([key('b/1'), key('b/2')])
        expect(await vault.list(key('b'))).toEqual(['b', 'b%', 'b/1', 'b/2', 'ba'].map(key).sort())
        expect(await vault.list(key('nothing'))).toEqual([])
        expect(await vault.list('')).toEqual(expect.arrayContaining([key('a/1'), key('ba')]))
      })

      it('remove keys', async () => {
        expect(await vault.removeAll(key('b/'))).toBe('committed')
        expect(await vault.list(prefix)).toEqual(['a/1', 'b', 'b%', 'ba'].map(key).sort())
        await vault.commit([put('b/1', 'again', 0)])
        expect((await read('b/1'))?.value).toBe('again')
      })
    })
  })
}
