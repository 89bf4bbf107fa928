import {
  associatedTokenProgram,
  type Instruction,
  type SvmAddress,
  systemProgram,
  token2022Program,
  tokenProgram,
} from '@vaultwright/svm'
import { printLamports } from './fee.ts'

/** Rent of a token account with every extension that a mint asks of it: 195 bytes of data and 128 beside. */
const maxRent = 2_248_080n

/**
 * Create and its idempotent twin: the associated token program takes nothing but rent from its payer.
 *
 * A token program that is not one of the two would say by itself how large the account is.
 */
export function isTokenAccountCreation({ program, data, accounts }: Instruction): boolean {
  const isCreate = data.length === 0 || (data.length === 1 && data[0]! <= 1)
  const signers = accounts.flatMap(({ isSigner }, index) => (isSigner ? [index] : []))
  const [, , , , system, token] = accounts.map(({ address }) => address)
  return (
    program === associatedTokenProgram &&
    isCreate &&
    system === systemProgram &&
    (token === tokenProgram || token === token2022Program) &&
    signers.every((index) => index === 0)
  )
}

/** Says who pays for a token account, and how much at most. */
export function rentText(payer: SvmAddress): string {
  return `${payer} pays the rent if the account does not exist, at most ${printLamports(maxRent)}.`
}
