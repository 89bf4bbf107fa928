import { expect } from 'vitest'
import { compileReal } from '../package/real-compiler.ts'
import type { RealChain } from '../world/real-chain.ts'
import { passTime } from './aave.ts'
import type { Market } from './market.ts'
import { units } from './trader.ts'

const staked = { farm: 'Gearbox farm', pool_token: 'USDC vault' }

export const gearbox: Market = {
  protocol: 'gearbox',
  real: '@1inch/farming',
  needs: ['@1inch/solidity-utils', '@openzeppelin/contracts-4.8.0'],
  decoders: [{ contract: 'GearboxDecoder' }],
  deploy: deployFarm,
  cases: [
    {
      route: 'gearbox/stake',
      prepare: holdPoolTokens,
      params: { ...staked, amount: '250.5' },
      // The farm pulls with 1inch's own transfer, which names no reason of the token.
      refusals: [{ params: { amount: '1001' }, reason: 'SafeTransferFromFailed()' }],
      follow: async (chain) =>
        expect(
          await chain.read({ to: 'Gearbox farm', call: 'stakingToken() view returns (address)' }),
        ).toBe(chain.of('USDC vault')),
    },
    {
      route: 'gearbox/unstake',
      after: ['gearbox/stake'],
      params: { farm: 'Gearbox farm', amount: '100.25' },
      refusals: [{ params: { amount: '250.6' }, reason: 'ERC20: burn amount exceeds balance' }],
    },
    {
      route: 'gearbox/claim',
      after: ['gearbox/stake'],
      prepare: (chain) => passTime(chain, 86_400),
      params: { farm: 'Gearbox farm' },
    },
  ],
}

/** A farm of shares of a vault, as those of Gearbox's pools are, that pays DAI for thirty days. */
async function deployFarm(chain: RealChain): Promise<void> {
  const { FarmingPool } = await compileReal({
    file: '@1inch/farming/contracts/FarmingPool.sol',
    packages: {
      '@1inch/farming': '@1inch/farming',
      '@1inch/solidity-utils': '@1inch/solidity-utils',
      '@openzeppelin/contracts': '@openzeppelin/contracts-4.8.0',
    },
  })
  await chain.deploy('Gearbox farm', FarmingPool!, ['USDC vault', 'DAI'].map(chain.of))
  const farm = chain.of('Gearbox farm')
  const act = (to: string, call: string, ...args: readonly unknown[]) =>
    chain.act({ to, call, args })
  await act(farm, 'setDistributor(address)', chain.of('owner'))
  await act('DAI', 'approve(address,uint256)', farm, units(30_000, 18))
  await act(farm, 'startFarming(uint256,uint256)', units(30_000, 18), 30 * 86_400)
}

async function holdPoolTokens(chain: RealChain): Promise<void> {
  const args = [chain.of('Vault'), units(1000, 6)]
  await chain.act({
    to: 'USDC vault',
    from: 'trader',
    call: 'transfer(address,uint256)',
    args,
  })
}
