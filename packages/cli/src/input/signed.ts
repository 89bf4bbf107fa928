import type { Address, Hex } from '@vaultwright/base'
import { parseAddress } from '@vaultwright/merkle'
import { managerBatchIn, type SignedAround } from '@vaultwright/operations'
import { managerSelectors } from '@vaultwright/registry'
import {
  type MulticallFunction,
  multicallFunctions,
  openSignedCall,
  openSignedDocument,
  type SignedCall,
} from '@vaultwright/safe'
import { type Options, text } from '../command/command.ts'
import { UsageError } from '../command/usage.ts'
import type { Context } from '../terminal/context.ts'
import { hexOf, readCalldataText } from './call.ts'

/** The input of calldata: calldata of a Manager, or something around it. */
type SignedInput =
  | { readonly kind: 'manager'; readonly data: Hex }
  | { readonly kind: 'signed'; readonly call: SignedCall }

const ownSelectors: ReadonlySet<string> = new Set(Object.values(managerSelectors))

/**
 * Reads calldata as hex, or a JSON document that people sign: from the word itself, `@file`, or `-`
 * for standard input.
 */
export async function readSignedInput(word: string, context: Context): Promise<SignedInput> {
  const words = await readCalldataText(word, context)
  if (/^[{[]/.test(words)) return { kind: 'signed', call: openSignedDocument(words) }
  const data = hexOf(words)
  if (ownSelectors.has(data.slice(0, 10))) return { kind: 'manager', data }
  const call = openSignedCall({ to: null, value: 0n, operation: 'call', data })
  // What is known of no wallet is left to those who know the Manager, with their errors.
  return call.kind === 'call' ? { kind: 'manager', data } : { kind: 'signed', call }
}

/** The option with which a command takes one batch of several. */
export const insideOption = {
  inside: text(
    'Where the batch of the Manager is in a Safe transaction that has several: its path, as calldata decode shows it',
    'path',
  ),
} as const satisfies Options

/** Calldata of a Manager, and what it was taken out of. */
type ManagerInput = {
  readonly data: Hex
  /** Null where the calldata was given itself. */
  readonly around: SignedAround | null
}

/** The choice of a Manager and a batch. */
type ManagerInputOptions = {
  readonly manager: Address | null | undefined
  readonly inside: string | undefined
}

/** Reads calldata of a Manager like `readSignedInput`, out of whatever is around it. */
export async function readManagerInput(
  word: string,
  options: ManagerInputOptions,
  context: Context,
): Promise<ManagerInput> {
  return managerInputOf(await readSignedInput(word, context), options)
}

/** Takes the calldata of a Manager out of whatever is around it. */
export function managerInputOf(
  input: SignedInput,
  { manager, inside }: ManagerInputOptions,
): ManagerInput {
  if (input.kind === 'manager') return { data: input.data, around: null }
  const batch = managerBatchIn(input.call, { path: inside, manager: manager ?? null })
  const { data, ...place } = batch
  return { data, around: { call: input.call, ...place } }
}

/** A Safe that is an owner of another. */
export type OuterSafe = {
  readonly safe: Address
  readonly nonce: bigint
  /** Null for that of the Safe that it owns. */
  readonly version: string | null
  /** The function of Multicall3 in which it approves; null for the call itself. */
  readonly multicall: MulticallFunction | null
}

/** Reads `0x…=7`, `0x…=7@1.3.0` or `0x…=7/aggregate3Value`. */
export function parseOuterSafe(word: string): OuterSafe {
  const match = /^([^=]+)=(\d{1,78})(?:@([^/]+))?(?:\/(\w+))?$/.exec(word)
  const multicall = multicallFunctions.find((name) => name === match?.[4]) ?? null
  if (match === null || (match[4] !== undefined && multicall === null)) {
    throw new UsageError(
      `--outer cannot be ${JSON.stringify(word)}. Give a Safe and its nonce, as in 0x…=7, 0x…=7@1.3.0 or 0x…=7/aggregate3Value.`,
      { option: 'outer', value: word },
    )
  }
  const [, safe = '', nonce = '0', version = null] = match
  return { safe: parseAddress(safe), nonce: BigInt(nonce), version, multicall }
}
