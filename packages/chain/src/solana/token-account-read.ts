import { readerOf } from '@vaultwright/document'
import { type SvmAccount, type SvmAddress, token2022Program, tokenProgram } from '@vaultwright/svm'
import Type from 'typebox'
import type { Rpc } from '../rpc/rpc.ts'
import type { SvmReadOptions } from './account-read.ts'
import {
  atSlot,
  exactCount,
  parseSolanaAnswer,
  rawSvmAccount,
  svmAccountOf,
  svmAddress,
} from './answer.ts'

/** Token accounts of one owner, as they were at a slot. */
export type SvmTokenAccounts = {
  /** The lower of the slots of the two token programs' answers. */
  readonly slot: bigint
  readonly accounts: ReadonlyMap<SvmAddress, SvmAccount>
}

const readOwned = readerOf(
  atSlot(Type.Array(Type.Object({ pubkey: svmAddress, account: rawSvmAccount }))),
)
const readRent = readerOf(exactCount)
const readSlot = readerOf(exactCount)

/** Finds the token accounts of an owner, those of both token programs, in one round trip. */
export async function readSvmTokenAccounts(
  rpc: Rpc,
  owner: SvmAddress,
  { commitment = 'confirmed', minContextSlot = 0n }: SvmReadOptions = {},
): Promise<SvmTokenAccounts> {
  const config = { commitment, encoding: 'base64', minContextSlot: Number(minContextSlot) }
  const calls = [tokenProgram, token2022Program].map((programId) => ({
    method: 'getTokenAccountsByOwner',
    params: [owner, { programId }, config],
  }))
  const answers = await rpc.ask(calls)
  const lists = calls.map((call, index) => parseSolanaAnswer(readOwned, call, answers[index]))
  const accounts = lists.flatMap(({ value }, index) =>
    value.map(({ pubkey, account }) => [pubkey, svmAccountOf(calls[index]!, account)!] as const),
  )
  const [slot] = lists.map(({ context }) => context.slot).sort((one, other) => Number(one - other))
  return { slot: slot!, accounts: new Map(accounts) }
}

/** Reads what an account of so many bytes must hold to stay · lamports. */
export async function readSvmRent(rpc: Rpc, bytes: number): Promise<bigint> {
  const call = { method: 'getMinimumBalanceForRentExemption', params: [bytes] }
  const [answer] = await rpc.ask([call])
  return parseSolanaAnswer(readRent, call, answer)
}

/** Reads the slot that the node has reached. */
export async function readSvmSlot(rpc: Rpc, { commitment = 'confirmed' }: SvmReadOptions = {}) {
  const call = { method: 'getSlot', params: [{ commitment }] }
  const [answer] = await rpc.ask([call])
  return parseSolanaAnswer(readSlot, call, answer)
}
