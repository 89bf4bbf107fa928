// Makes every file of fixtures/trees. All names and addresses are invented: an address is the hash of its name.
// Run: npx node --conditions=source scripts/make-fixtures.mjs
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fileOf, printSolidity } from '@vaultwright/formats'
import { buildLeaf, buildLeafTree } from '@vaultwright/manager'
import { checksumOf, keccak256 } from '@vaultwright/merkle'

const folder = new URL('../fixtures/trees/', import.meta.url)

/** Every fixture: file name → bytes or text. */
export async function makeFixtures() {
  return new Map([['example-1024.json', printSolidity(exampleFile())]])
}

function addressOf(name) {
  return checksumOf(keccak256(new TextEncoder().encode(`vaultwright fixture: ${name}`)).slice(-20))
}

const zero = '0x0000000000000000000000000000000000000000'
const vault = addressOf('Meridian vault')
const manager = addressOf('Meridian manager')
const accountant = addressOf('Meridian accountant')
const decoder = addressOf('Meridian decoder')
const youngerDecoder = addressOf('Meridian decoder, second edition')
const accounts = { vault, manager, accountant, decoder }

const symbols = [
  'WNAT',
  'HUSD',
  'KUSD',
  'QBTC',
  'LUMA',
  'NOVA',
  'ORYX',
  'PINE',
  'RHO',
  'SOLE',
  'TARN',
  'VEX',
]
const tokens = symbols.map((symbol) => ({ symbol, address: addressOf(`token ${symbol}`) }))

function leaf(signature, target, rest) {
  const { args = [], value = false, description, by = decoder } = rest
  return buildLeaf({
    decoder: by,
    target,
    canSendValue: value,
    signature,
    arguments: args,
    description,
  })
}

function approve(token, spender, name, by) {
  const description = `Approve ${name} to spend ${token.symbol}`
  return leaf('approve(address,uint256)', token.address, { args: [spender], description, by })
}

function lending(name, by) {
  const pool = addressOf(`${name} pool`)
  const perToken = tokens.flatMap((token) => {
    const { symbol, address } = token
    const both = [address, vault]
    return [
      approve(token, pool, `${name} Pool`, by),
      leaf('supply(address,uint256,address,uint16)', pool, {
        args: both,
        description: `Supply ${symbol} to ${name}`,
        by,
      }),
      leaf('withdraw(address,uint256,address)', pool, {
        args: both,
        description: `Withdraw ${symbol} from ${name}`,
        by,
      }),
      leaf('borrow(address,uint256,uint256,uint16,address)', pool, {
        args: both,
        description: `Borrow ${symbol} from ${name}`,
        by,
      }),
      leaf('repay(address,uint256,uint256,address)', pool, {
        args: both,
        description: `Repay ${symbol} to ${name}`,
        by,
      }),
      leaf('setUserUseReserveAsCollateral(address,bool)', pool, {
        args: [address],
        description: `Toggle ${symbol} as collateral in ${name}`,
        by,
      }),
    ]
  })
  const rewards = addressOf(`${name} rewards`)
  const claim = { args: [vault], description: `Claim rewards from ${name}`, by }
  return [
    ...perToken,
    leaf('setUserEMode(uint8)', pool, { description: `Set user e-mode in ${name}`, by }),
    leaf('claimRewards(address[],uint256,address,address)', rewards, claim),
  ]
}

function markets() {
  const name = 'Tern Markets'
  const core = addressOf(name)
  const by = youngerDecoder
  const type = '(address,address,address,address,uint256)'
  return tokens.slice(1).flatMap((collateral, index) => {
    const loan = tokens[index]
    const market = [
      loan.address,
      collateral.address,
      addressOf(`oracle ${collateral.symbol}/${loan.symbol}`),
      addressOf('Tern rate model'),
    ]
    const pair = `${collateral.symbol}/${loan.symbol} 86.00 LLTV market`
    const own = { args: [...market, vault], by }
    const out = { args: [...market, vault, vault], by }
    return [
      approve(loan, core, name, by),
      leaf(`supply(${type},uint256,uint256,address,bytes)`, core, {
        ...own,
        description: `Supply ${loan.symbol} to ${name} ${pair}`,
      }),
      leaf(`withdraw(${type},uint256,uint256,address,address)`, core, {
        ...out,
        description: `Withdraw ${loan.symbol} from ${name} ${pair}`,
      }),
      leaf(`supplyCollateral(${type},uint256,address,bytes)`, core, {
        ...own,
        description: `Supply ${collateral.symbol} as collateral to ${name} ${pair}`,
      }),
      leaf(`withdrawCollateral(${type},uint256,address,address)`, core, {
        ...out,
        description: `Withdraw ${collateral.symbol} collateral from ${name} ${pair}`,
      }),
      leaf(`borrow(${type},uint256,uint256,address,address)`, core, {
        ...out,
        description: `Borrow ${loan.symbol} from ${name} ${pair}`,
      }),
      leaf(`repay(${type},uint256,uint256,address,bytes)`, core, {
        ...own,
        description: `Repay ${loan.symbol} to ${name} ${pair}`,
      }),
    ]
  })
}

function vaults() {
  return tokens.flatMap((token) =>
    ['Vireo Prime', 'Vireo Core', 'Vireo Reserve'].flatMap((house) => {
      const name = `${house} ${token.symbol}`
      const share = addressOf(name)
      return [
        approve(token, share, name),
        leaf('deposit(uint256,address)', share, {
          args: [vault],
          description: `Deposit ${token.symbol} for ${name}`,
        }),
        leaf('withdraw(uint256,address,address)', share, {
          args: [vault, vault],
          description: `Withdraw ${token.symbol} from ${name}`,
        }),
        leaf('mint(uint256,address)', share, {
          args: [vault],
          description: `Mint ${name} using ${token.symbol}`,
        }),
        leaf('redeem(uint256,address,address)', share, {
          args: [vault, vault],
          description: `Redeem ${name} for ${token.symbol}`,
        }),
      ]
    }),
  )
}

function pairsOf(list) {
  return list.flatMap((one, index) => list.slice(index + 1).map((other) => [one, other]))
}

function concentrated() {
  const router = addressOf('Quill Router')
  const positions = addressOf('Quill Position Manager')
  const signature = 'exactInput((bytes,address,uint256,uint256,uint256))'
  const traded = tokens.slice(0, 9)
  const swap = (from, to) =>
    leaf(signature, router, {
      args: [from.address, to.address, vault],
      description: `Swap ${from.symbol} for ${to.symbol} using Quill Router`,
    })
  const perPair = pairsOf(traded).flatMap(([one, other]) => {
    const [low, high] =
      one.address.toLowerCase() < other.address.toLowerCase() ? [one, other] : [other, one]
    const both = [low.address, high.address]
    const name = `${low.symbol} ${high.symbol}`
    return [
      leaf(
        'mint((address,address,uint24,int24,int24,uint256,uint256,uint256,uint256,address,uint256))',
        positions,
        { args: [...both, vault], description: `Mint Quill ${name} position` },
      ),
      leaf('increaseLiquidity((uint256,uint256,uint256,uint256,uint256,uint256))', positions, {
        args: [zero, ...both, vault],
        description: `Add liquidity to Quill ${name} position`,
      }),
      swap(one, other),
      swap(other, one),
    ]
  })
  return [
    ...traded.flatMap((token) => [
      approve(token, positions, 'Quill Position Manager'),
      approve(token, router, 'Quill Router'),
    ]),
    ...perPair,
    leaf('decreaseLiquidity((uint256,uint128,uint256,uint256,uint256))', positions, {
      args: [vault],
      description: 'Remove liquidity from Quill position',
    }),
    leaf('collect((uint256,address,uint128,uint128))', positions, {
      args: [vault, vault],
      description: 'Collect fees from Quill position',
    }),
    leaf('burn(uint256)', positions, { description: 'Burn Quill position' }),
  ]
}

function aggregated() {
  const router = addressOf('Weaver Aggregator')
  const executor = addressOf('Weaver executor')
  const signature =
    'swap(address,(address,address,address,address,uint256,uint256,uint256),bytes,bytes)'
  const perPair = pairsOf(tokens).flatMap(([one, other]) =>
    [
      [one, other],
      [other, one],
    ].map(([from, to]) =>
      leaf(signature, router, {
        args: [executor, from.address, to.address, executor, vault],
        description: `Swap ${from.symbol} for ${to.symbol} using Weaver router`,
      }),
    ),
  )
  return [...tokens.map((token) => approve(token, router, 'Weaver Aggregator')), ...perPair]
}

function constantProduct() {
  const router = addressOf('Heron Router')
  const perPair = pairsOf(tokens.slice(0, 6)).flatMap(([one, other]) => {
    const args = [one.address, other.address, vault]
    const back = [other.address, one.address, vault]
    return [
      leaf(
        'addLiquidity(address,address,uint256,uint256,uint256,uint256,address,uint256)',
        router,
        { args, description: `Add liquidity to Heron ${one.symbol}/${other.symbol}` },
      ),
      leaf('removeLiquidity(address,address,uint256,uint256,uint256,address,uint256)', router, {
        args,
        description: `Remove liquidity from Heron ${one.symbol}/${other.symbol}`,
      }),
      leaf('swapExactTokensForTokens(uint256,uint256,address[],address,uint256)', router, {
        args,
        description: `Swap ${one.symbol} for ${other.symbol} on Heron`,
      }),
      leaf('swapExactTokensForTokens(uint256,uint256,address[],address,uint256)', router, {
        args: back,
        description: `Swap ${other.symbol} for ${one.symbol} on Heron`,
      }),
    ]
  })
  return [...tokens.slice(0, 6).map((token) => approve(token, router, 'Heron Router')), ...perPair]
}

function bridges() {
  return ['Aster', 'Borealis', 'Cinder'].flatMap((chain) => {
    const bridge = addressOf(`Harbor bridge to ${chain}`)
    const perToken = tokens.slice(1, 7).flatMap((token) => {
      const remote = addressOf(`${chain} ${token.symbol}`)
      const words = `Bridge ${token.symbol} to ${chain}`
      return [
        approve(token, bridge, `${chain} Harbor bridge`),
        leaf('bridgeERC20To(address,address,address,uint256,uint32,bytes)', bridge, {
          args: [token.address, remote, vault],
          description: words,
        }),
        leaf('bridgeToken(address,uint256,address)', bridge, {
          args: [token.address, vault],
          description: words,
        }),
        leaf('bridgeToken(address,uint256,address)', bridge, {
          args: [token.address, vault],
          value: true,
          description: `${words}, paying the message in native`,
        }),
      ]
    })
    const native = { args: [vault], value: true, description: `Bridge native to ${chain}` }
    return [...perToken, leaf('bridgeETHTo(address,uint32,bytes)', bridge, native)]
  })
}

function native() {
  const staking = addressOf('Beacon Stake')
  return [
    leaf('deposit()', tokens[0].address, {
      value: true,
      description: 'Wrap native for wrapped native',
    }),
    leaf('withdraw(uint256)', tokens[0].address, {
      description: 'Unwrap wrapped native for native',
    }),
    leaf('submit(address)', staking, {
      args: [zero],
      value: true,
      description: 'Stake native in Beacon Stake',
    }),
    leaf('requestWithdrawals(uint256[],address)', staking, {
      args: [vault],
      description: 'Request withdrawals from Beacon Stake',
    }),
    leaf('claimWithdrawals(uint256[],uint256[])', staking, {
      description: 'Claim withdrawals from Beacon Stake',
    }),
  ]
}

function pools() {
  const balancer = addressOf('Basin vault')
  const type = '(address[],uint256[],bytes,bool)'
  const loans = tokens
    .slice(0, 4)
    .map((token) =>
      leaf('flashLoan(address,address[],uint256[],bytes)', manager, {
        args: [manager, token.address],
        description: `Flashloan ${token.symbol} from Basin vault`,
      }),
    )
  const joins = pairsOf(tokens.slice(2, 6)).flatMap(([one, other]) => {
    const pool = addressOf(`Basin pool ${one.symbol}-${other.symbol}`)
    const args = [pool, vault, vault, one.address, other.address]
    return [
      leaf(`joinPool(bytes32,address,address,${type})`, balancer, {
        args,
        description: `Join Basin pool ${one.symbol}-${other.symbol}`,
      }),
      leaf(`exitPool(bytes32,address,address,${type})`, balancer, {
        args,
        description: `Exit Basin pool ${one.symbol}-${other.symbol}`,
      }),
    ]
  })
  return [
    ...loans,
    ...tokens.slice(2, 6).map((token) => approve(token, balancer, 'Basin vault')),
    ...joins,
  ]
}

function drones() {
  const drone = addressOf('Meridian drone')
  const pool = addressOf('Fjord Lending pool')
  const fly = (signature, target, rest) =>
    leaf(signature, drone, {
      args: [...rest.args, target],
      description: `(Drone: ${drone}) ${rest.description}`,
    })
  const perToken = tokens.slice(0, 8).flatMap((token) => {
    const { address, symbol } = token
    return [
      leaf('transfer(address,uint256)', address, {
        args: [drone],
        description: `Transfer ${symbol} to drone`,
      }),
      fly('transfer(address,uint256)', address, {
        args: [vault],
        description: `Transfer ${symbol} to vault`,
      }),
      fly('approve(address,uint256)', address, {
        args: [pool],
        description: `Approve Fjord Lending Pool to spend ${symbol}`,
      }),
      fly('supply(address,uint256,address,uint16)', pool, {
        args: [address, drone],
        description: `Supply ${symbol} to Fjord Lending`,
      }),
      fly('withdraw(address,uint256,address)', pool, {
        args: [address, drone],
        description: `Withdraw ${symbol} from Fjord Lending`,
      }),
    ]
  })
  return [
    ...perToken,
    leaf('withdrawNativeFromDrone()', drone, { description: 'Withdraw native from drone' }),
  ]
}

function exampleLeaves() {
  const first = [...native(), ...lending('Northlight Lending')]
  const rest = [
    ...lending('Fjord Lending', youngerDecoder),
    ...markets(),
    ...vaults(),
    ...concentrated(),
    ...aggregated(),
  ]
  const repeated = [first[5], first[11]]
  return [
    ...first,
    ...rest,
    ...constantProduct(),
    ...bridges(),
    ...pools(),
    ...repeated,
    ...drones(),
  ]
}

/** The 1,024-slot tree of an invented vault. */
export function exampleFile() {
  return fileOf(buildLeafTree(exampleLeaves(), { capacity: 1024 }), accounts)
}

async function main() {
  for (const [name, content] of await makeFixtures()) {
    const path = fileURLToPath(new URL(name, folder))
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, content)
    process.stdout.write(`${name} ${content.length}\n`)
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main()
