import { readInterface, textFaults } from './text-faults.js'

/** A step of `npm run check`: prints what is wrong with the texts of the interface. */
const faults = textFaults(readInterface())
for (const fault of faults) process.stderr.write(`${fault}\n`)
if (faults.length > 0) process.exitCode = 1
