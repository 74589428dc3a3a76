import type { MovedData } from './migrate.js'

const NEXT_STEPS = `Next: set MODE=distributed with the same SECRET_KEY and start the services. The projector builds the views
before it is ready. Simulated phones stay behind. The folder is a back-up now: its own Guichê does not start any more
(to go back before the services have run, delete the file "moved" in it).`

const countedNoun = (number: number, one: string, many: string): string =>
  `${number} ${number === 1 ? one : many}`

/** The final report for the operator. */
export const reportOf = (moved: MovedData): string => {
  if (moved.outcome === 'moved-before') return 'This installation was moved before; nothing was done.'
  const lines = [
    moved.outcome === 'moved' ? 'Moved, and read back as it was:' : 'To be moved (nothing was copied):',
    `  ${countedNoun(moved.events, 'event', 'events')} in ${countedNoun(moved.streams, 'stream', 'streams')}, ${moved.found} of them there before`,
    `  ${countedNoun(moved.removedStreams, 'removed stream', 'removed streams')}`,
    `  ${countedNoun(moved.files - (moved.blobs?.spoiled.length ?? 0), 'file', 'files')}`,
    `  ${countedNoun(moved.entries, 'entry', 'entries')} of the vault`,
    `  ${countedNoun(moved.reports, 'report', 'reports')} that the desk has not taken in yet`,
  ]
  const spoiled = moved.blobs?.spoiled ?? []
  if (spoiled.length > 0) {
    lines.push(`Left behind, as the folder itself lacks them or holds them changed: ${spoiled.join(', ')}`)
  }
  if (moved.outcome === 'moved') lines.push(NEXT_STEPS)
  return lines.join('\n')
}
