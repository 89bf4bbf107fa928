/** The answer in the text for a signers' channel. */
export const answerWords = {
  yes: 'Yes',
  conditional: 'Yes, if each line marked "If" is so and is meant',
  no: 'No',
  open: 'Open',
} as const

/** Words before reasons, by their weight. */
export const weightWords = { no: 'No', open: 'Open', condition: 'If', note: 'Note' } as const
