/** The queue of work that asks no node: no limit of a chain holds it up, and it holds up no chain. */
export const replayQueue = 'replay'
