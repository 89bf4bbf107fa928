import { type Entry, plain } from '../../command/catalogue-entry.ts'

/** The commands of Solana vaults, in the order of the help. */
export const solanaEntries: readonly Entry[] = [
  {
    name: 'solana digest',
    describe: 'Compute the digest that permits a call, offline',
    load: async () => plain((await import('./digest.ts')).solanaDigest),
  },
  {
    name: 'solana decode',
    describe: 'Show every instruction of a transaction, and the calls inside manage',
    load: async () => plain((await import('./decode.ts')).solanaDecode),
  },
  {
    name: 'solana verify',
    describe: 'Tell whether the vault program would let a transaction through',
    load: async () => plain((await import('./verify.ts')).solanaVerify),
  },
  {
    name: 'solana lint',
    describe: 'Tell what digests permit at worst',
    load: async () => plain((await import('./lint.ts')).solanaLint),
  },
  {
    name: 'solana plan',
    describe: 'Tell which digests a definition adds and removes, and the transactions that do it',
    load: async () => plain((await import('./plan.ts')).solanaPlan),
  },
  {
    name: 'solana history',
    describe: 'List when digests of a vault were created and closed',
    load: async () => plain((await import('./history.ts')).solanaHistory),
  },
  {
    name: 'solana state',
    describe: 'Show the state of a vault: rate, pause, strategist, fees',
    load: async () => plain((await import('./state.ts')).solanaState),
  },
]
