import type { LocalChain } from '@vaultwright/chain'
import { encodeFunctionData, type Hex, parseAbi } from 'viem'
import type { Dice } from './index-world-random.ts'

/** The end of the local chain, which grows and is replaced; its committed history stays as it is. */
export type Branch = {
  /** Adds so many blocks, hours apart, in which rates and roots are set at random. */
  readonly grow: (dice: Dice, blocks: number) => Promise<void>
  /** Puts other code where a contract stands, and lets two days pass. */
  readonly etch: (account: string, code: Hex) => Promise<void>
  /** Replaces the last blocks by others and one more: who saw the old ones is not ahead of the new. */
  readonly replace: (dice: Dice, blocks: number) => Promise<void>
  /** Blocks that were added and stand. */
  readonly length: () => number
  /** Takes away everything that was added. */
  readonly end: () => Promise<void>
}

type Transaction = { readonly from: string; readonly to: string; readonly data: Hex }

const abi = parseAbi([
  'function setManageRoot(address strategist, bytes32 root)',
  'function updateExchangeRate(uint96 rate)',
  'function getRate() view returns (uint256)',
])

/** Begins a branch at the head of a chain that no other test changes. */
export async function openBranch({ anvil, manifest }: LocalChain): Promise<Branch> {
  const ask = async (method: string, ...params: readonly unknown[]): Promise<unknown> => {
    const [answer] = await anvil.rpc.ask([{ method, params }])
    if (answer?.ok !== true) throw new Error(`${method}: ${answer?.error.message}`)
    return answer.value
  }
  const headTime = async () =>
    Number(((await ask('eth_getBlockByNumber', 'latest', false)) as { timestamp: Hex }).timestamp)
  const accountOf = (name: string) => manifest.accounts.find((one) => one.name === name)!.address
  const [eth] = manifest.vaults
  const roots = [...new Set(eth!.strategists.map(({ root }) => root))] as Hex[]
  const fork = await ask('evm_snapshot')
  let length = 0
  await ask('evm_setAutomine', false)
  await ask('anvil_setTime', await headTime())

  const eventOf = async (dice: Dice): Promise<Transaction | null> => {
    if (dice.chance(0.3)) {
      const args = [accountOf('second strategist') as Hex, dice.pick(roots)] as const
      const data = encodeFunctionData({ abi, functionName: 'setManageRoot', args })
      return { from: accountOf('owner'), to: eth!.manager, data }
    }
    if (dice.chance(0.4)) return null
    const to = eth!.accountant.address
    const rateCall = encodeFunctionData({ abi, functionName: 'getRate' })
    const rate = BigInt((await ask('eth_call', { to, data: rateCall }, 'latest')) as Hex)
    const args = [rate + (rate * BigInt(dice.within(0, 9))) / 10_000n] as const
    const data = encodeFunctionData({ abi, functionName: 'updateExchangeRate', args })
    return { from: accountOf('rate updater'), to, data }
  }
  const grow: Branch['grow'] = async (dice, blocks) => {
    for (let block = 0; block < blocks; block++) {
      const event = await eventOf(dice)
      await ask(
        'evm_setNextBlockTimestamp',
        (await headTime()) + dice.within(1, 11) * 3_600 + block,
      )
      // What reverts is in a block all the same.
      if (event !== null) await ask('eth_sendTransaction', { ...event, gas: '0x7a1200' })
      await ask('evm_mine')
      length++
    }
  }
  return {
    grow,
    etch: async (account, code) => {
      await ask('anvil_setCode', account, code)
      for (let block = 0; block < 4; block++) {
        await ask('evm_setNextBlockTimestamp', (await headTime()) + 43_200)
        await ask('evm_mine')
        length++
      }
    },
    replace: async (dice, blocks) => {
      await ask('anvil_rollback', blocks)
      length -= blocks
      await ask('anvil_setTime', await headTime())
      await grow(dice, blocks + 1)
    },
    length: () => length,
    end: async () => {
      await ask('evm_revert', fork)
    },
  }
}
