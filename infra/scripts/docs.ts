import { generatedDocs, writeFiles } from './generated-files.js'

/** `npm run docs`: writes the descriptive documents, even if `npm run agree` refuses a change. */
writeFiles(generatedDocs())
