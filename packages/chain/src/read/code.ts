import type { Address, Digest, Hex } from '@vaultwright/base'
import { parseHex } from '@vaultwright/base'
import { keccak256 } from '@vaultwright/merkle'
import type { BlockRef } from '@vaultwright/outcome'
import { parseAnswer, readBytes } from '../rpc/answer.ts'
import type { PinnedAsk } from './pinned-ask.ts'

/** The code of an account; its hash is null when there is none. */
export type Code = { readonly code: Hex; readonly hash: Digest | null }

/** Reads the code of an account at a block. */
export async function readCode(
  pinned: PinnedAsk,
  address: Address,
  block: BlockRef,
): Promise<Code> {
  const callAt = (tag: unknown) => ({ method: 'eth_getCode', params: [address, tag] })
  const [answer] = await pinned(block, (tag) => [callAt(tag)])
  const code = parseAnswer(readBytes, callAt(null), answer)
  return { code, hash: code === '0x' ? null : keccak256(parseHex(code)) }
}
