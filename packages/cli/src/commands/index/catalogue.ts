import { type Entry, plain } from '../../command/catalogue-entry.ts'

/** The commands of the index, in the order of the help. */
export const indexEntries: readonly Entry[] = [
  {
    name: 'index run',
    describe: 'Index all vaults, until Ctrl-C',
    load: async () => plain((await import('./run.ts')).indexRun),
  },
  {
    name: 'index backfill',
    describe: 'Index days that are missing, now',
    load: async () => plain((await import('./backfill.ts')).indexBackfill),
  },
  {
    name: 'index status',
    describe: 'Show how far each vault is indexed',
    load: async () => plain((await import('./status.ts')).indexStatus),
  },
  {
    name: 'index gaps',
    describe: 'List days that are missing or old, each with the reason',
    load: async () => plain((await import('./gaps.ts')).indexGaps),
  },
  {
    name: 'index repair',
    describe: 'Take up what was given up, and compare kept days with the chain',
    load: async () => plain((await import('./repair.ts')).indexRepair),
  },
  {
    name: 'index replay',
    describe: 'Compute values again from what was read, without a chain',
    load: async () => plain((await import('./replay.ts')).indexReplay),
  },
  {
    name: 'index explain',
    describe: "Show where a day's number is from, and prove it",
    load: async () => plain((await import('./explain.ts')).indexExplain),
  },
]
