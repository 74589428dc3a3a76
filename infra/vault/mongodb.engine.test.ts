import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import type { Mongo } from '../mongodb/connect.js'
import { heldBack, onMongo } from '../testing/mongodb.js'
import { vaultContract } from './contract.suite.js'
import { createMongoVault } from './mongodb.js'
import { rotateVault } from './rotate.js'
import { sealedEntriesIn } from './sealed-mongodb.js'

const secretKey = Buffer.alloc(32, 1)

await onMongo('vault on MongoDB', ({ fresh }) => {
  vaultContract('mongodb', async () => {
    const mongo = await fresh()
    const kept = () => mongo.db.collection('vault').countDocuments()
    return { vault: await createMongoVault({ mongo, secretKey }), kept, close: mongo.close }
  })

  describe('mongodb vault', () => {
    let mongo: Mongo
    const open = () => createMongoVault({ mongo, secretKey })
    beforeEach(async () => {
      mongo = await fresh()
    })
    afterEach(() => mongo.close())

    it('refuses to open under another SECRET_KEY, and opens again under the right one', async () => {
      await Promise.all([open(), open(), open()])
      await expect(createMongoVault({ mongo, secretKey: Buffer.alloc(32, 2) })).rejects.toThrow('SECRET_KEY')
      await open()
    })

    it('has another key after a rotation, keeps its epochs, and refuses to open during a rotation', async () => {
      const vault = await open()
      for (const n of [1, 2]) await vault.commit([{ key: 'a', value: Buffer.from(`${n}`) }])
      await vault.commit([{ key: 'refresh/s', value: Buffer.from('x') }])
      const [next, entries] = [Buffer.alloc(32, 2), sealedEntriesIn(mongo)]
      const options = { former: [secretKey], next, drop: ['refresh/'] }
      let writes = 0
      const cut = rotateVault(
        {
          ...entries,
          write: async (some) => {
            if (++writes === 4) throw new Error('cut')
            await entries.write(some)
          },
        },
        options,
      )
      await expect(cut).rejects.toThrow('cut')
      for (const key of [secretKey, next])
        await expect(createMongoVault({ mongo, secretKey: key })).rejects.toThrow('SECRET_KEY')
      expect(await rotateVault(entries, options)).toMatchObject({ value: { sealed: 1, dropped: 1 } })
      await expect(open()).rejects.toThrow('SECRET_KEY')
      const rotated = await createMongoVault({ mongo, secretKey: next })
      expect((await rotated.getMany(['a'])).get('a')).toEqual({ epoch: 2, value: Buffer.from('2') })
      expect(await rotated.list('refresh/')).toEqual([])
    })

    it('writes no secret unencrypted, and decrypts no value that was moved to another name', async () => {
      const vault = await open()
      await vault.commit([
        { key: 'a', value: Buffer.from('canary-of-the-vault') },
        { key: 'b', value: Buffer.from('two') },
      ])
      const raw = mongo.db.collection<{ _id: string; value: Buffer }>('vault', { promoteBuffers: true })
      const [a, b] = await raw.find({ _id: { $in: ['a', 'b'] } }, { sort: { _id: 1 } }).toArray()
      expect(a?.value.includes('canary')).toBe(false)
      await raw.updateOne({ _id: 'a' }, { $set: { value: b?.value ?? Buffer.alloc(0) } })
      await expect(vault.getMany(['a'])).rejects.toThrow()
      expect((await vault.getMany(['b'])).get('b')?.value.toString()).toBe('two')
    })

    it('lets a lease be taken only once the old holder’s write has committed or failed', async () => {
      const held = heldBack(mongo)
      const [old, young] = [await createMongoVault({ mongo: held.mongo, secretKey }), await open()]
      const lease = { key: 'lease', value: Buffer.from('x') }
      await young.commit([lease])
      const writing = old.commit([{ key: 'k', value: Buffer.from('x') }], { key: 'lease', epoch: 1 })
      await held.reached
      const taking = young.commit([{ ...lease, expected: 1 }]).then(async (result) => {
        const seen = await young.list('k')
        return { result, seen }
      })
      // By now, a take-over that ignores the old holder would have been written.
      for (let round = 0; round < 20; round++) await mongo.db.command({ ping: 1 })
      held.open()
      expect(await writing).toBe('committed')
      expect(await taking).toEqual({ result: 'committed', seen: ['k'] })
    })

    it('commits two concurrent writes under the same fence', async () => {
      const [one, two] = [await open(), await open()]
      await one.commit([{ key: 'lease', value: Buffer.from('x') }])
      const fence = { key: 'lease', epoch: 1 }
      const results = await Promise.all(
        Array.from({ length: 20 }, (_, n) =>
          (n % 2 ? one : two).commit([{ key: `k/${n}`, value: Buffer.from('x') }], fence),
        ),
      )
      expect(new Set(results)).toEqual(new Set(['committed']))
      expect(await one.list('k/')).toHaveLength(20)
      expect((await one.getMany(['lease'])).get('lease')?.epoch).toBe(1)
    })

    it.each(['', 'a\u0000b', 'ação', 'x'.repeat(301)])('refuses the key %j', async (key) => {
      const vault = await open()
      await expect(vault.commit([{ key, value: Buffer.alloc(1) }])).rejects.toThrow('key')
      await expect(vault.getMany([key])).rejects.toThrow('key')
    })
  })
})
