import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'

/**
 * The store of this system: a file with one line of JSON for each event. A line has the event and its place in the log,
 * so one write stores both. After a crash the last whole line of a partition is our place in the partition. With a
 * database write both in one transaction instead.
 */
export const openRecords = (file) => {
  /** our place in each partition, by topic and partition */
  const places = new Map()
  const erased = new Set()
  let records = readLines(file)

  const about = ({ companyId, data }) => [
    `${companyId} contact ${data?.contactId}`,
    `${companyId} message ${data?.messageId}`,
    `${companyId} company`,
  ]
  const subjects = ['.contact.', '.message.', '.company.']
  const isErasure = ({ type }) => type.endsWith('.erased.v1')
  const learn = (record) => {
    places.set(`${record.topic} ${record.partition}`, record)
    if (isErasure(record)) erased.add(about(record)[subjects.findIndex((one) => record.type.includes(one))])
  }
  /** Topics have no order among each other: data of an erased contact or company may come after the erasure. */
  const withoutErased = (record) =>
    !isErasure(record) && about(record).some((subject) => erased.has(subject))
      ? { ...record, data: null }
      : record

  for (const record of records) learn(record)
  rewriteFile(file, records)
  let handle = openSync(file, 'a')

  return {
    /** The last record of a partition; undefined when there is none. */
    place: (topic, partition) => places.get(`${topic} ${partition}`),
    /** Stores records of one partition; durable on return. An erasure also removes earlier records of its subject. */
    keep: (more) => {
      for (const record of more) learn(record)
      const fresh = more.map(withoutErased)
      for (const record of fresh) records.push(record)
      if (more.some(isErasure)) {
        records = records.map(withoutErased)
        rewriteFile(file, records)
        closeSync(handle)
        handle = openSync(file, 'a')
      } else {
        writeSync(handle, toText(fresh))
        fsyncSync(handle)
      }
    },
  }
}

const toText = (records) => records.map((record) => `${JSON.stringify(record)}\n`).join('')

/** All whole lines; the last one may have been torn by a crash. */
const readLines = (file) => {
  try {
    return readFileSync(file, 'utf8')
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line))
  } catch (error) {
    if (error.code === 'ENOENT') return []
    throw error
  }
}

/** Replaces the old file by a new one, atomically. */
const rewriteFile = (file, records) => {
  const handle = openSync(`${file}.new`, 'w')
  writeSync(handle, toText(records))
  fsyncSync(handle)
  closeSync(handle)
  renameSync(`${file}.new`, file)
}
