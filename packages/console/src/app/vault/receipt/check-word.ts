/** Whether an answer was computed again in this page, in words. */
export const checkWords = {
  yes: 'Computed again here: the same.',
  no: 'Computed again here: NOT the same.',
  conditional: 'As the service states it.',
  open: 'As the service states it.',
} as const
