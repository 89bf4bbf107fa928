import { type Address, type Hex, isSameAddress } from '@vaultwright/base'
import type { Chain } from '@vaultwright/chain'
import {
  appendDroneTarget,
  type DecodedBatch,
  droneTargetOf,
  readBatch,
} from '@vaultwright/manager'
import type { EthCall } from '@vaultwright/outcome'
import type { BatchUnitContext } from './call-unit.ts'

/** Answers with what it is called with: whoever forwards a call to it returns the whole call. */
const identity: Address = '0x0000000000000000000000000000000000000004'
/** Answers with 32 bytes: nothing that answers with its own calldata does. */
const sha256: Address = '0x0000000000000000000000000000000000000002'
/** The function `vaultwright.drone()`, which nothing has, and a word. */
const question: Hex = `0x638b0245${'5e'.repeat(32)}`

/**
 * Asks the accounts of a batch that are called with a drone's suffix, at one block, whether they forward.
 *
 * @returns those whose code answers the vault with the answer of whichever account the suffix names.
 */
export async function readDrones(
  chain: Pick<Chain, 'readCalls'>,
  data: Hex,
  { manager, vault, block }: BatchUnitContext,
): Promise<readonly Address[]> {
  if (vault === null) return []
  const candidates = [...new Set(suffixedIn(readBatch(data, { manager })))]
  if (candidates.length === 0) return []
  const calls: readonly EthCall[] = candidates.flatMap((to) =>
    [identity, sha256].map((behind) => ({
      to,
      from: vault,
      data: appendDroneTarget(question, behind),
    })),
  )
  const plain = { to: sha256, data: appendDroneTarget(question, sha256) }
  const answers = await chain.readCalls([plain, ...calls], block)
  const [digest, ...further] = answers
  return candidates.filter((_, index) => {
    const [echo, hash] = [further[2 * index], further[2 * index + 1]]
    const isEcho =
      echo?.ok === true && echo.data === appendDroneTarget(question, identity).toLowerCase()
    return isEcho && hash?.ok === true && digest?.ok === true && hash.data === digest.data
  })
}

function suffixedIn({ calls }: DecodedBatch): readonly Address[] {
  return calls.flatMap(({ target, data, loan }) => {
    const named = droneTargetOf(data)
    const direct = named === null || isSameAddress(named, target) ? [] : [target]
    return loan === null ? direct : [...direct, ...suffixedIn(loan.batch)]
  })
}
