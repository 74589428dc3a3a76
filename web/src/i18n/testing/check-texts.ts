import { readInterface, textFaults } from './text-faults.js'

/** A step of `npm run check`: prints the problems of the interface's texts. */
const faults = textFaults(readInterface())
for (const fault of faults) process.stderr.write(`${fault}\n`)
if (faults.length > 0) process.exitCode = 1
