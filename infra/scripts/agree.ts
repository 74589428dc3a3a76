import { generatedFiles, staleFiles, writeFiles } from './generated-files.js'

/**
 * `npm run agree`: writes the files derived from the contracts and from the folds of the views. With
 * `--check` (a step of `npm run check`) it only compares the files. If there are faults, it prints them and
 * writes nothing.
 */
const { faults, files } = generatedFiles()
const checking = process.argv.includes('--check')
const problems = checking && faults.length === 0 ? staleFiles(files) : faults
for (const problem of problems) process.stderr.write(`${problem}\n`)
if (problems.length > 0) process.exitCode = 1
else if (!checking) writeFiles(files)
