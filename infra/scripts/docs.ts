import { generatedDocs, writeFiles } from './generated-files.js'

/** `npm run docs`: writes the documents that only describe, also while `npm run agree` refuses a change. */
writeFiles(generatedDocs())
