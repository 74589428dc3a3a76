import { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { Collection, ObjectId } from 'mongodb'
import { newSecretName } from '../ids.js'
import type { Mongo } from '../mongodb/connect.js'
import { onMongo } from '../testing/mongodb.js'
import { blobsContract } from './contract.suite.js'
import { createMongoBlobs } from './mongodb.js'

await onMongo('blobs on MongoDB', ({ fresh }) => {
  blobsContract('mongodb', async () => {
    const mongo = await fresh()
    return { blobs: await createMongoBlobs({ mongo }), close: mongo.close }
  })

  describe('mongodb blobs', () => {
    let mongo: Mongo
    beforeEach(async () => {
      mongo = await fresh()
    })
    afterEach(() => mongo.close())
    const meta = { companyId: 1, mimetype: 'text/plain', fileName: 'a.txt', maxSize: 600_000 }
    const left = () =>
      Promise.all(
        ['content.files', 'content.chunks', 'content.loose', 'blobs'].map((name) =>
          mongo.db.collection(name).countDocuments(),
        ),
      )

    it('leave no file after a refused, failed or late upload, or a removal', async () => {
      const blobs = await createMongoBlobs({ mongo })
      const id = newSecretName()
      const broken = Readable.from(
        (async function* () {
          yield Buffer.alloc(300_000)
          throw new Error('cut')
        })(),
      )
      await expect(blobs.put(broken, { ...meta, id })).rejects.toThrow('cut')
      expect(await blobs.put(Buffer.alloc(700_000), { ...meta, id })).toBe('too-large')
      expect(await left()).toEqual([0, 0, 0, 0])
      const puts = Array.from({ length: 5 }, () =>
        blobs.put(Readable.from([Buffer.alloc(300_000)]), { ...meta, id }),
      )
      await Promise.all(puts)
      expect(await left()).toEqual([1, 2, 0, 1])
      await blobs.remove(id)
      expect(await left()).toEqual([0, 0, 0, 0])
    })

    it('leave no file after an interrupted removal is repeated', async () => {
      const blobs = await createMongoBlobs({ mongo })
      const id = newSecretName()
      await blobs.put(Buffer.alloc(300_000), { ...meta, id })
      jest.spyOn(Collection.prototype, 'deleteMany').mockRejectedValueOnce(new Error('cut'))
      await expect(blobs.remove(id)).rejects.toThrow('cut')
      jest.restoreAllMocks()
      expect(await blobs.info(id)).toBeNull()
      await blobs.remove(id)
      expect(await left()).toEqual([0, 0, 0, 0])
    })

    it('remove at start the old leftovers of a crash, but no running upload', async () => {
      await createMongoBlobs({ mongo })
      const [old, young] = [new ObjectId(), new ObjectId()]
      const loose = mongo.db.collection('content.loose')
      const chunks = mongo.db.collection('content.chunks')
      await loose.insertMany([
        { _id: old, since: new Date(0) },
        { _id: young, since: new Date() },
      ])
      await chunks.insertMany([
        { files_id: old, n: 0 },
        { files_id: young, n: 0 },
      ])
      await createMongoBlobs({ mongo })
      expect((await chunks.find().toArray()).map(({ files_id }) => files_id)).toEqual([young])
      expect((await loose.find().toArray()).map(({ _id }) => _id)).toEqual([young])
    })
  })
})
