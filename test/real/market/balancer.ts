import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Address, type Hex, zeroAddress } from '@vaultwright/base'
import { encodeAbiParameters, keccak256, parseAbiParameters, stringToHex } from 'viem'
import { takePackage } from '../package/package-store.ts'
import type { RealArtifact } from '../package/real-artifact.ts'
import { compileReal } from '../package/real-compiler.ts'
import { tokenSources } from '../world/base.ts'
import type { RealChain } from '../world/real-chain.ts'
import { passTime } from './aave.ts'
import type { CaseParams, Market } from './market.ts'
import { traderApproves, units } from './trader.ts'

const depth = { WETH: units(1000, 18), USDC: units(3_000_000, 6) }

/** The action inside a loan: a deposit of some of it. Balancer's own vault cannot be entered meanwhile. */
const deposit = {
  route: 'erc_4626/deposit',
  params: { vault: 'USDC vault', asset: 'USDC', amount: '1000' },
}

export const balancerV2: Market = {
  protocol: 'balancer_v2',
  real: '@balancer-labs/v2-deployments',
  decoders: [{ contract: 'BalancerV2Decoder' }, { contract: 'ERC4626Decoder' }],
  deploy: async (chain) => {
    await deployPools(chain)
    await deployGauge(chain)
    const { LoanReceiver } = await compileReal(tokenSources)
    await chain.deploy('Loan receiver', LoanReceiver!)
  },
  cases: [
    {
      route: 'balancer_v2/swap',
      params: async (chain) => ({
        ...(await poolOf(chain)),
        token_in: 'USDC',
        token_out: 'WETH',
        amount: '3000',
        minimum: '0.98',
      }),
      // SWAP_LIMIT
      refusals: [{ params: { minimum: '1.1' }, reason: 'BAL#507' }],
    },
    {
      route: 'balancer_v2/swap',
      variant: 'exact out',
      params: async (chain) => ({
        ...(await poolOf(chain)),
        token_in: 'USDC',
        token_out: 'WETH',
        amount: '3100',
        minimum: '1',
        exact_out: true,
      }),
      refusals: [{ params: { amount: '3000' }, reason: 'BAL#507' }],
    },
    {
      route: 'balancer_v2/join',
      params: async (chain) => ({
        ...(await poolOf(chain)),
        assets: sorted(chain),
        amounts: sorted(chain).map((token) => (token === chain.of('WETH') ? '1' : '3000')),
        minimum: '0.01',
      }),
      // BPT_OUT_MIN_AMOUNT
      refusals: [{ params: { minimum: '100000' }, reason: 'BAL#208' }],
    },
    {
      route: 'balancer_v2/exit',
      after: ['balancer_v2/join'],
      params: async (chain) => ({
        ...(await poolOf(chain)),
        assets: sorted(chain),
        amount: '1',
        minimums: ['0.000001', '0.000001'],
      }),
      // EXIT_BELOW_MIN
      refusals: [{ params: { minimums: ['100000', '100000'] }, reason: 'BAL#505' }],
    },
    {
      route: 'balancer_v2/stake',
      after: ['balancer_v2/join'],
      params: { gauge: 'Balancer gauge', lp_token: 'Balancer pool', amount: '1' },
    },
    {
      route: 'balancer_v2/unstake',
      after: ['balancer_v2/join', 'balancer_v2/stake'],
      params: { gauge: 'Balancer gauge', amount: '0.25' },
    },
    {
      route: 'balancer_v2/mint_rewards',
      after: ['balancer_v2/join', 'balancer_v2/stake'],
      prepare: (chain) => passTime(chain, 20 * 86_400),
      params: { minter: 'Balancer minter', gauge: 'Balancer gauge' },
    },
    {
      route: 'erc_4626/deposit',
      decoder: 'ERC4626Decoder',
      isStep: true,
      params: { vault: 'USDC vault', asset: 'USDC', amount: '1000' },
    },
    {
      route: 'balancer_v2/flash_loan',
      params: {
        token: 'USDC',
        amount: '500000',
        actions: [deposit],
      },
      // INSUFFICIENT_FLASH_LOAN_BALANCE
      refusals: [{ params: { amount: '4000000' }, reason: 'BAL#528' }],
    },
    {
      route: 'balancer_v2/flash_loan',
      variant: 'with a swap of the lender inside',
      params: async (chain) => ({
        token: 'USDC',
        amount: '5000',
        actions: [
          {
            route: 'balancer_v2/swap',
            params: {
              ...(await poolOf(chain)),
              token_in: 'USDC',
              token_out: 'WETH',
              amount: '3000',
              minimum: '0.9',
            },
          },
        ],
      }),
      // REENTRANCY
      refused: 'BAL#400',
    },
    {
      route: 'balancer_v2/flash_loan_several',
      params: (chain) => ({
        tokens: sorted(chain),
        amounts: sorted(chain).map((token) => (token === chain.of('WETH') ? '10' : '20000')),
        actions: [deposit],
      }),
    },
    {
      route: 'balancer_v2/flash_loan_to',
      params: {
        lender: 'Balancer vault',
        receiver: 'Loan receiver',
        tokens: ['USDC'],
        amounts: ['1000'],
        data: '0x',
      },
    },
  ],
}

/** The tokens of the pool in the order of their addresses. */
function sorted(chain: RealChain): readonly Address[] {
  return ['WETH', 'USDC'].map(chain.of).toSorted((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1))
}

async function poolOf(chain: RealChain): Promise<CaseParams> {
  const pool_id = await poolIdOf(chain)
  return { vault: 'Balancer vault', pool: 'Balancer pool', pool_id }
}

async function poolIdOf(chain: RealChain): Promise<Hex> {
  const call = 'getPoolId() view returns (bytes32)'
  return (await chain.read({ to: 'Balancer pool', call })) as Hex
}

async function task(name: string, contract: string): Promise<RealArtifact> {
  const taken = await takePackage('@balancer-labs/v2-deployments')
  if ('missing' in taken) throw new Error(taken.missing)
  const read = (kind: string) =>
    JSON.parse(
      readFileSync(join(taken.folder, 'dist/tasks', name, kind, `${contract}.json`), 'utf8'),
    )
  return { abi: read('abi'), initCode: read('bytecode').creationCode }
}

async function deployPools(chain: RealChain): Promise<void> {
  const owner = chain.of('owner')
  await chain.deploy('Balancer roles', await task('20210418-authorizer', 'Authorizer'), [owner])
  // Seconds in which it may be paused, and stay so.
  const lender = [chain.of('Balancer roles'), chain.of('WETH'), 7_776_000n, 2_592_000n]
  await chain.deploy('Balancer vault', await task('20210418-vault', 'Vault'), lender)
  const factory = await task('20210418-weighted-pool', 'WeightedPoolFactory')
  await chain.deploy('Balancer factory', factory, [chain.of('Balancer vault')])
  const tokens = sorted(chain)
  const half = 5n * 10n ** 17n
  const { logs } = await chain.act({
    to: 'Balancer factory',
    call: 'create(string,string,address[],uint256[],uint256,address)',
    args: ['Pool', 'POOL', tokens, [half, half], 3n * 10n ** 15n, owner],
  })
  const created = logs.find(
    ({ topics }) => topics[0] === keccak256(stringToHex('PoolCreated(address)')),
  )
  chain.place('Balancer pool', `0x${created!.topics[1]!.slice(26)}`)
  await traderApproves(chain, chain.of('Balancer vault'), ['WETH', 'USDC'])
  const amounts = tokens.map((token) => (token === chain.of('WETH') ? depth.WETH : depth.USDC))
  const userData = encodeAbiParameters(parseAbiParameters('uint256, uint256[]'), [0n, amounts])
  await chain.act({
    to: 'Balancer vault',
    from: 'trader',
    call: 'joinPool(bytes32,address,address,(address[],uint256[],bytes,bool))',
    args: [
      await poolIdOf(chain),
      chain.of('trader'),
      chain.of('trader'),
      [tokens, amounts, userData, false],
    ],
  })
}

/** BAL with its minter, and a gauge of the pool that earns all of it. */
async function deployGauge(chain: RealChain): Promise<void> {
  const owner = chain.of('owner')
  const vault = chain.of('Balancer vault')
  await chain.deploy('BAL', await task('20220325-test-balancer-token', 'TestBalancerToken'), [
    owner,
    'BAL',
    'BAL',
  ])
  const admin = await task('20220325-balancer-token-admin', 'BalancerTokenAdmin')
  await chain.deploy('BAL admin', admin, [vault, chain.of('BAL')])
  await chain.deploy(
    'Balancer adaptor',
    await task('20220325-authorizer-adaptor', 'AuthorizerAdaptor'),
    [vault],
  )
  const escrow = await task('20220325-gauge-controller', 'VotingEscrow')
  const adaptor = chain.of('Balancer adaptor')
  await chain.deploy('Balancer escrow', escrow, [chain.of('Balancer pool'), 'Vote', 'V', adaptor])
  const controller = await task('20220325-gauge-controller', 'GaugeController')
  await chain.deploy('Balancer gauges', controller, [chain.of('Balancer escrow'), adaptor])
  const minter = await task('20220325-gauge-controller', 'BalancerMinter')
  const both = ['BAL admin', 'Balancer gauges'].map(chain.of)
  await chain.deploy('Balancer minter', minter, both)
  await activateBal(chain)
  const boost = await task('20220325-ve-delegation', 'VotingEscrowDelegationProxy')
  const boosted = [vault, chain.of('Balancer escrow'), zeroAddress]
  await chain.deploy('Balancer boost', boost, boosted)
  const code = await task('20220325-mainnet-gauge-factory', 'LiquidityGaugeV5')
  const parts = ['Balancer minter', 'Balancer boost', 'Balancer adaptor'].map(chain.of)
  await chain.deploy('Balancer gauge code', code, parts)
  const factory = await task('20220325-mainnet-gauge-factory', 'LiquidityGaugeFactory')
  await chain.deploy('Balancer gauge factory', factory, [chain.of('Balancer gauge code')])
  const pool = [chain.of('Balancer pool')]
  await chain.act({ to: 'Balancer gauge factory', call: 'create(address)', args: pool })
  const gauge = await chain.read({
    to: 'Balancer gauge factory',
    call: 'getPoolGauge(address) view returns (address)',
    args: pool,
  })
  chain.place('Balancer gauge', gauge as Address)
  const from = 'Balancer adaptor'
  const share = 10n ** 18n
  const to = 'Balancer gauges'
  await chain.act({ to, from, call: 'add_type(string,uint256)', args: ['Ethereum', share] })
  await chain.act({ to, from, call: 'add_gauge(address,int128,uint256)', args: [gauge, 0, share] })
}

/** Gives the keys of BAL to its admin, as it was done once on mainnet, and starts its emission. */
async function activateBal(chain: RealChain): Promise<void> {
  const admin = chain.of('BAL admin')
  const role = (name: string) => keccak256(stringToHex(name))
  for (const id of [`0x${'00'.repeat(32)}`, role('MINTER_ROLE'), role('SNAPSHOT_ROLE')]) {
    await chain.act({ to: 'BAL', call: 'grantRole(bytes32,address)', args: [id, admin] })
  }
  const permit = (signature: string, account: string) =>
    permitAction(chain, { of: 'BAL admin', signature, account })
  await permit('activate()', 'owner')
  await permit('mint(address,uint256)', 'Balancer minter')
  await chain.act({ to: admin, call: 'activate()' })
}

/** Lets the owner pause the vault. */
export async function allowPause(chain: RealChain): Promise<void> {
  await permitAction(chain, {
    of: 'Balancer vault',
    signature: 'setPaused(bool)',
    account: 'owner',
  })
}

type PermittedAction = {
  readonly of: string
  readonly signature: string
  readonly account: string
}

async function permitAction(chain: RealChain, permitted: PermittedAction): Promise<void> {
  const { of, signature, account } = permitted
  const id = await chain.read({
    to: of,
    call: 'getActionId(bytes4) view returns (bytes32)',
    args: [keccak256(stringToHex(signature)).slice(0, 10)],
  })
  const args = [id, chain.of(account)]
  await chain.act({ to: 'Balancer roles', call: 'grantRole(bytes32,address)', args })
}
