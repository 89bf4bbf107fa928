import { type Address, BaseError } from '@vaultwright/base'
import type { BlockRef } from '@vaultwright/outcome'
import type { Chain } from '../port/chain.ts'

/**
 * Finds the first block in which an account has code, by halving what is left.
 *
 * @throws {NoCodeError} when it has none now.
 */
export async function readDeploymentBlock(
  chain: Pick<Chain, 'id' | 'readBlock' | 'readCode'>,
  account: Address,
): Promise<BlockRef> {
  const hasCode = async (block: BlockRef) => (await chain.readCode(account, block)).code !== '0x'
  let high = await chain.readBlock('latest')
  if (!(await hasCode(high))) throw new NoCodeError(account, chain.id)
  let low = -1n
  while (high.number - low > 1n) {
    const middle = await chain.readBlock((low + high.number) / 2n)
    if (await hasCode(middle)) high = middle
    else low = middle.number
  }
  return high
}

/** Nothing stands at the address. */
export class NoCodeError extends BaseError {
  override readonly code = 'no_code'
  override readonly kind = 'unavailable'

  constructor(account: Address, chainId: number) {
    super({
      message: `There is no contract at ${account} on chain ${chainId}. Check the address and the chain.`,
      facts: { account, chainId },
    })
  }
}
