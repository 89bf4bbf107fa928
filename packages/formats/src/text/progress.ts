/** Is told how far a reading is: from 0 to 1, ascending. */
export type ProgressReport = (share: number) => void

/** Slots that are read between two steps. */
export const slotsOfStep = 256
