/** Words for an answer that was computed again in this page. */
export const answerTexts = {
  yes: 'Computed again here: the same.',
  no: 'Computed again here: NOT the same.',
  conditional: 'As the service states it.',
  open: 'As the service states it.',
} as const
