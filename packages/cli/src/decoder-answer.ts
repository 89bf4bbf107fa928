import { type Address, type Hex, printHex } from '@vaultwright/base'
import { type BlockRef, type Chain, type DecoderCall, packedAnswerOf } from '@vaultwright/chain'
import type { PackedAnswer } from '@vaultwright/manager'

/** Code hashes by lower-case address; null without code. */
export type CodeHashes = ReadonlyMap<string, Hex | null>

/** Reads whether accounts have code, each once. */
export async function readCodeHashes(
  chain: Chain,
  accounts: readonly Address[],
  block: BlockRef,
): Promise<CodeHashes> {
  const different = [...new Map(accounts.map((one) => [one.toLowerCase(), one])).values()]
  const found = new Map<string, Hex | null>()
  for (const account of different) {
    const { hash } = await chain.readCode(account, block)
    found.set(account.toLowerCase(), hash === null ? null : printHex(hash))
  }
  return found
}

/** Asks decoders on the chain what they pack, many in one round trip. */
export async function readDecoders(
  chain: Chain,
  cases: readonly DecoderCall[],
  at: { readonly block: BlockRef; readonly codes: CodeHashes; readonly from?: Address },
): Promise<readonly PackedAnswer[]> {
  const by = at.from === undefined ? {} : { from: at.from }
  const calls = cases.map(({ decoder, calldata }) => ({ to: decoder, data: calldata, ...by }))
  const answers = await chain.readCalls(calls, at.block)
  return cases.map(({ decoder }, index) =>
    packedAnswerOf(answers[index]!, (at.codes.get(decoder.toLowerCase()) ?? null) !== null),
  )
}
