import type { Field } from './fields.js'
import { isErasable, RECORDS } from './index.js'
import { isSubjectField } from './kinds/ref.js'
import { codeOf, type RecordSpec } from './record.js'
import { ownershipFaults, referringFieldsOf } from './references.js'

/**
 * True if a dialog or the audit shows the field's name. The fields of a record's author, contact and ticket need no name: the
 * interface has words for these.
 */
const isNamed = ({ kept, screen }: RecordSpec, field: Field): boolean =>
  (kept === 'together' || screen !== null) &&
  field.kind !== 'author' &&
  !(field.kind === 'ref' && isSubjectField(field))

/** Contradictions in a record's declaration, a sentence each. `npm run agree` refuses them. */
export const recordFaults = (spec: RecordSpec): readonly string[] => {
  const { name, fields, list, unique, order, kept, limit, allow, of } = spec
  const known = [...Object.keys(fields), 'createdAt']
  const sorted = order.map((field) => field.replace('-', ''))
  const asked = [...sorted, ...(list.search ?? []), ...(list.by ?? []), ...unique]
  const conditional = Object.entries(spec.where ?? {}).flatMap(([field, { on }]) => [
    field,
    ...(on ? [on] : []),
  ])
  const named = new Set([...asked, ...conditional, ...Object.keys(spec.words.fields ?? {})])
  const isByAuthor = [allow.change, allow.delete].includes('author')
  const writers = [allow.create, allow.change ?? allow.create, allow.delete]
  const isBySuper = (of === 'platform' ? writers.every : writers.some).call(writers, (who) => who === 'super')
  const held = referringFieldsOf(name).filter(({ gone }) => gone === 'refuse')
  const faults: readonly (readonly [boolean, string])[] = [
    ...[...named].map((field) => [!known.includes(field), `there is no field ${field}`] as const),
    ...Object.entries(fields).map(
      ([field, declared]) =>
        [
          isNamed(spec, declared) && spec.words.fields?.[field] === undefined,
          `${field} has no name`,
        ] as const,
    ),
    ...unique.map(
      (field) =>
        [codeOf(spec, 'taken', field) === undefined, `no error says that ${field} is taken`] as const,
    ),
    [codeOf(spec, 'missing') === undefined, 'no error says that it is missing'],
    [
      (codeOf(spec, 'limit') === undefined) !== (limit === undefined),
      'a limit has an error of its own, and no other record has one',
    ],
    [
      kept === 'alone' && (unique.length > 0 || limit !== undefined),
      'one stream for each cannot decide what no two may have',
    ],
    [isErasable(spec) && kept !== 'alone', 'what is erased with a contact is kept alone'],
    ...held.map(
      ({ record, field }) =>
        [
          codeOf(RECORDS[record], 'named', field) === undefined,
          `no error says that ${record}.${field} names it`,
        ] as const,
    ),
    [
      isByAuthor && !Object.values(fields).some(({ kind }) => kind === 'author'),
      'an author may what is allowed, and no field has the author',
    ],
    [
      isBySuper !== (of === 'platform'),
      'super users alone write what is the platform’s, and nothing else (of: platform)',
    ],
  ]
  return [
    ...faults.filter(([isFault]) => isFault).map(([, fault]) => `${name}: ${fault}`),
    ...ownershipFaults(spec).map(
      (field) => `${field}: what the platform has and what a company has do not mix`,
    ),
  ]
}
