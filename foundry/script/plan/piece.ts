import type { Address } from 'viem'
import { accountOf } from '../account.ts'
import type { Step } from '../step.ts'

/** Tells the address of a contract by its name; it is known before the contract is there. */
export type Of = (name: string) => Address

/** A contract of the local chain. */
export type Piece = {
  /** Unique; its address follows from it alone. */
  readonly name: string
  /** The compiled contract: `File` or `File:Contract`. */
  readonly contract: string
  readonly args: (of: Of) => readonly unknown[]
  /** The calls to it before the next contract is deployed. */
  readonly setUp?: (of: Of) => readonly Step[]
}

/**
 * Describes a contract.
 *
 * @param name - its unique name.
 * @param contract - the compiled one; the name itself when not said.
 * @param args - of its constructor; the owner alone when not said.
 * @returns the piece.
 */
export function piece(
  name: string,
  contract = name,
  args: Piece['args'] = () => [accountOf('owner')],
): Piece {
  return { name, contract, args }
}
