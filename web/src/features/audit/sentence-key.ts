/** `ticket.accepted.v1` → `ticket-accepted`, the key of its sentence: versions read alike. */
export const sentenceKey = (type: string): string => type.replace(/\.v\d+$/, '').replaceAll('.', '-')
