import { compileReal } from '../package/real-compiler.ts'
import type { RealChain } from '../world/real-chain.ts'
import type { Market } from './market.ts'
import { traderApproves, units } from './trader.ts'

const market = {
  morpho: 'Morpho',
  loan_token: 'USDC',
  collateral_token: 'WETH',
  oracle: 'Morpho oracle',
  irm: 'Morpho rates',
  lltv: '860000000000000000',
}

export const morphoBlue: Market = {
  protocol: 'morpho_blue',
  real: '@morpho-org/morpho-blue',
  needs: ['solc'],
  decoders: [{ contract: 'MorphoBlueDecoder' }],
  deploy: deployMorpho,
  cases: [
    {
      route: 'morpho_blue/supply',
      params: { ...market, amount: '5000' },
      refusals: [{ params: { amount: '1000001' }, reason: 'transferFrom reverted' }],
    },
    {
      route: 'morpho_blue/withdraw',
      after: ['morpho_blue/supply'],
      params: { ...market, amount: '1234.5' },
    },
    { route: 'morpho_blue/supply_collateral', params: { ...market, amount: '10' } },
    {
      route: 'morpho_blue/withdraw_collateral',
      after: ['morpho_blue/supply_collateral', 'morpho_blue/borrow'],
      params: { ...market, amount: '2.5' },
      refusals: [{ params: { amount: '9.9' }, reason: 'insufficient collateral' }],
    },
    {
      route: 'morpho_blue/borrow',
      after: ['morpho_blue/supply_collateral'],
      params: { ...market, amount: '7000' },
      refusals: [{ params: { amount: '26000' }, reason: 'insufficient collateral' }],
    },
    {
      route: 'morpho_blue/repay',
      after: ['morpho_blue/supply_collateral', 'morpho_blue/borrow'],
      params: { ...market, amount: '500' },
    },
  ],
}

async function deployMorpho(chain: RealChain): Promise<void> {
  // As the deployed one is compiled.
  const settings = {
    viaIR: true,
    optimizer: { enabled: true, runs: 999_999 },
    evmVersion: 'paris',
    metadata: { bytecodeHash: 'none' },
  }
  const compile = async (file: string) => {
    const packages = { 'morpho-blue': '@morpho-org/morpho-blue' } as const
    return compileReal({ file: `morpho-blue/${file}`, packages, compiler: 'solc', settings })
  }
  const { Morpho } = await compile('src/Morpho.sol')
  const { IrmMock } = await compile('src/mocks/IrmMock.sol')
  const { OracleMock } = await compile('src/mocks/OracleMock.sol')
  await chain.deploy('Morpho', Morpho!, [chain.of('owner')])
  // The package ships no other model of rates and no other oracle.
  await chain.deploy('Morpho rates', IrmMock!)
  await chain.deploy('Morpho oracle', OracleMock!)
  const price = units(3000, 6) * 10n ** 18n
  await chain.act({ to: 'Morpho oracle', call: 'setPrice(uint256)', args: [price] })
  const act = (call: string, ...args: readonly unknown[]) => chain.act({ to: 'Morpho', call, args })
  await act('enableIrm(address)', chain.of('Morpho rates'))
  await act('enableLltv(uint256)', market.lltv)
  await act('createMarket((address,address,address,address,uint256))', morphoMarketOf(chain))
  await traderUsesMorpho(chain)
}

/** The market of the cases, as Morpho takes it. */
export function morphoMarketOf(chain: RealChain): readonly unknown[] {
  const { loan_token, collateral_token, oracle, irm, lltv } = market
  return [...[loan_token, collateral_token, oracle, irm].map(chain.of), BigInt(lltv)]
}

async function traderUsesMorpho(chain: RealChain): Promise<void> {
  const [trader, terms] = [chain.of('trader'), morphoMarketOf(chain)]
  await traderApproves(chain, chain.of('Morpho'), ['WETH', 'USDC'])
  const act = (call: string, ...args: readonly unknown[]) =>
    chain.act({ to: 'Morpho', from: 'trader', call, args })
  const terms5 = '(address,address,address,address,uint256)'
  await act(
    `supply(${terms5},uint256,uint256,address,bytes)`,
    terms,
    units(1_000_000, 6),
    0,
    trader,
    '0x',
  )
  await act(
    `supplyCollateral(${terms5},uint256,address,bytes)`,
    terms,
    units(200, 18),
    trader,
    '0x',
  )
  await act(
    `borrow(${terms5},uint256,uint256,address,address)`,
    terms,
    units(400_000, 6),
    0,
    trader,
    trader,
  )
}
